import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import {
  Clock as clockIcon,
  type IconNode,
  Lock as lockIcon,
  Mail as mailIcon,
  Plus as plusIcon,
} from 'lucide';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { UploadResult } from '#sdk/browser.js';
import { myShareDetailsPath } from '../../app/paths.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { useCurrentUser } from '../../lib/session.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { LinkBox } from '../../ui/links/LinkBox.tsx';
import { QrCode } from '../../ui/links/QrCode.tsx';
import { SentPage } from '../../uploading/done/SentPage.tsx';
import type { PickedFiles } from '../../uploading/picked-files.ts';
import { LinkActions } from './LinkActions.tsx';

interface Props {
  result: UploadResult;
  /** Those that were sent */
  files: PickedFiles;
  /** The number of recipients */
  recipients: number;
  onReset(): void;
}

/** The link of the share, large, beside prints of its files. */
export function ResultPanel({ result, files, recipients, onReset }: Props) {
  const { t } = useTranslator();
  const { share } = result;
  const isSignedIn = useCurrentUser() !== null;

  return (
    <SentPage
      title={t('web.upload.doneTitle')}
      result={result}
      files={files}
      print={
        <Box sx={codeStyle}>
          <QrCode value={share.url} label={t('web.upload.qrCode')} />
        </Box>
      }
    >
      <LinkBox url={share.url} isMain />
      <LinkActions url={share.url} name={share.name} />
      <Box component="ul" role="list" sx={factsStyle}>
        <Fact icon={clockIcon}>
          <ExpiryText expiresAt={share.expiresAt} />
        </Fact>
        {share.hasPassword && <Fact icon={lockIcon}>{t('web.upload.doneProtected')}</Fact>}
        {recipients > 0 && <Fact icon={mailIcon}>{t('web.upload.doneMailed', { count: recipients })}</Fact>}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.25, mt: 2.75 }}>
        <Button variant="outlined" startIcon={<Icon icon={plusIcon} size={16} />} onClick={onReset}>
          {t('web.upload.sendAnother')}
        </Button>
        {isSignedIn && (
          <Button component={Link} to={myShareDetailsPath(share.id)} variant="text">
            {t('web.upload.edit')}
          </Button>
        )}
      </Box>
    </SentPage>
  );
}

function Fact({ icon, children }: { icon: IconNode; children: ReactNode }) {
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
      <Icon icon={icon} size={16} sx={{ mt: '3px', color: 'text.caption' }} />
      <span>{children}</span>
    </Box>
  );
}

/** The time at which the link expires. */
export function ExpiryText({ expiresAt }: { expiresAt: string | null }) {
  const { t } = useTranslator();
  const format = useFormat();
  if (expiresAt === null) return t('web.upload.doneNever');
  return t('web.upload.doneExpires', {
    relative: format.relative(expiresAt),
    date: format.dateTime(expiresAt),
  });
}

const factsStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: '6px 22px',
  m: 0,
  mt: 2.25,
  p: 0,
  listStyle: 'none',
  typography: 'body2',
  color: 'text.secondary',
} as const;

const codeStyle = {
  // Elsewhere the button shows it, which fills the screen.
  display: { xs: 'none', md: 'block' },
  width: 'fit-content',
  mt: 1.5,
  ml: 'auto',
  p: 1.25,
  borderRadius: '3px',
  bgcolor: 'paper.print',
  boxShadow: 'var(--fs-shadow-print)',
  rotate: '3deg',
  '& svg': { width: 136, height: 136, border: 0, borderRadius: '6px' },
} as const;
