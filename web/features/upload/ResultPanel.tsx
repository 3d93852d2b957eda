import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import {
  Check as checkIcon,
  Clock as clockIcon,
  type IconNode,
  Lock as lockIcon,
  Mail as mailIcon,
  Plus as plusIcon,
} from 'lucide';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import type { UploadResult } from '#sdk/browser.js';
import { myShareDetailsPath } from '../../app/paths.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { useCurrentUser } from '../../lib/session.tsx';
import { PrintFan } from '../../ui/files/PrintFan.tsx';
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts';
import { drawnCheck } from '../../ui/icons/drawn-check.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { LinkBox } from '../../ui/links/LinkBox.tsx';
import { QrCode } from '../../ui/links/QrCode.tsx';
import type { PickedFiles } from '../../uploading/picked-files.ts';
import { usePictures } from '../../uploading/pictures/use-picture.ts';
import { LinkActions } from './LinkActions.tsx';
import { printsOf } from './prints-of.ts';

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
  const format = useFormat();
  const { share } = result;
  const isSignedIn = useCurrentUser() !== null;
  useDocumentTitle(t('web.upload.doneTitle'));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  return (
    <Box sx={heroStyle}>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', minWidth: 0 }}>
        <Box sx={chipStyle}>
          <Icon icon={checkIcon} size={16} sx={drawnCheck} />
          {t('web.upload.doneFacts', { count: result.files, size: format.bytes(result.bytes) })}
        </Box>
        <Typography
          variant="display"
          component="h1"
          ref={heading}
          tabIndex={-1}
          sx={{ mt: 2, mb: 3.25, outline: 'none !important', textWrap: 'balance' }}
        >
          {t('web.upload.doneTitle')}
        </Typography>
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
      </Box>
      <SharePrints files={files} url={share.url} />
    </Box>
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

/** Prints of the files; one more carries the code of the link. */
function SharePrints({ files, url }: { files: PickedFiles; url: string }) {
  const { t } = useTranslator();
  const shown = useMemo(() => printsOf(files), [files]);
  const pictures = usePictures(shown);
  const prints = shown.map((file, index) => ({ name: file.name, picture: pictures[index] }));
  return (
    <Box sx={{ position: 'relative', order: { xs: -1, sm: 0 }, minWidth: 0 }}>
      <PrintFan files={prints} sx={fanStyle} />
      <Box sx={codeStyle}>
        <QrCode value={url} label={t('web.upload.qrCode')} />
      </Box>
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

const heroStyle = {
  flex: 1,
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 5fr) minmax(0, 6fr)' },
  gap: { xs: 2, sm: 3, lg: 5 },
  alignItems: 'center',
  alignContent: { xs: 'start', sm: 'center' },
} as const;

const chipStyle = {
  justifySelf: 'start',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 1,
  minHeight: 32,
  px: 1.5,
  borderRadius: '16px',
  typography: 'body2',
  fontWeight: 560,
  color: 'success.main',
  bgcolor: 'success.light',
} as const;

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

const fanStyle = { height: { xs: 280, sm: 300, lg: 396 }, mx: { xs: -1, sm: 0 } } as const;

const codeStyle = {
  position: 'absolute',
  right: { xs: '2%', sm: 0 },
  bottom: { xs: -8, lg: -12 },
  zIndex: 1,
  p: 1.25,
  borderRadius: '3px',
  bgcolor: 'paper.print',
  boxShadow: 'var(--fs-shadow-print)',
  rotate: '3deg',
  '& svg': { width: { xs: 104, lg: 136 }, height: { xs: 104, lg: 136 }, border: 0, borderRadius: '6px' },
} as const;
