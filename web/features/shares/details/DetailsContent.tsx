import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import {
  ExternalLink as externalLinkIcon,
  Play as playIcon,
  QrCode as qrCodeIcon,
  Trash as trashIcon,
} from 'lucide';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { shownState } from '#sdk/contract/shares/shown-state.js';
import type { OwnerShare, ShareDetails } from '#sdk/contract/shares.js';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { continueUploadPath } from '../../../app/paths.ts';
import { tabularNumbers } from '../../../app/theme.ts';
import { useFormat, useTranslator } from '../../../lib/i18n.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { StateLabel } from '../../../ui/feedback/StateLabel.tsx';
import { Icon } from '../../../ui/icons/Icon.tsx';
import { CopyField } from '../../../ui/links/CopyField.tsx';
import { QrCode } from '../../../ui/links/QrCode.tsx';
import { canContinue, isDraft, stateColors } from '../share-states.ts';
import { AppendFiles } from './AppendFiles.tsx';
import { OwnedFiles } from './OwnedFiles.tsx';
import { ShareForm } from './ShareForm.tsx';

interface Props {
  share: ShareDetails;
  onDirty(isDirty: boolean): void;
  onRemove(share: ShareDetails): void;
}

export function DetailsContent({ share, onDirty, onRemove }: Props) {
  const { t } = useTranslator();
  const isOpenEnded = isDraft(share);
  return (
    <>
      {isOpenEnded && (
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <Notice>
            {t(share.reverseShareId === null ? 'web.shares.draftText' : 'web.shares.draftReceivedText')}
          </Notice>
          {canContinue(share) && (
            <Button
              component={Link}
              to={continueUploadPath(share.id)}
              variant="contained"
              color="primary"
              startIcon={<Icon icon={playIcon} />}
            >
              {t('web.shares.actions.continue')}
            </Button>
          )}
        </Box>
      )}
      {share.state === 'expired' && <Notice>{t('web.shares.expiredText')}</Notice>}
      {share.isQuarantined && <Notice>{t('web.shares.quarantinedText')}</Notice>}
      <LinkSection share={share} />
      <ShareFacts share={share} />
      {share.can.edit && <ShareForm share={share} onDirty={onDirty} />}
      <OwnedFiles share={share}>
        {share.can.append && !isOpenEnded && <AppendFiles share={share} />}
      </OwnedFiles>
      {share.can.remove && (
        <Button
          variant="outlined"
          startIcon={<Icon icon={trashIcon} />}
          onClick={() => onRemove(share)}
          sx={{ justifySelf: 'start', color: 'error.main' }}
        >
          {t(isOpenEnded ? 'web.shares.actions.discard' : 'web.shares.actions.removeShare')}
        </Button>
      )}
    </>
  );
}

/** The link to copy, open or scan. */
function LinkSection({ share }: { share: OwnerShare }) {
  const { t } = useTranslator();
  const id = useId();
  const [showsCode, setShowsCode] = useState(false);
  return (
    <Box sx={{ display: 'grid', gap: 1.25 }}>
      <CopyField value={share.url} label={t('web.upload.link')} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.25 }}>
        <Button
          href={share.url}
          target="_blank"
          rel="noopener"
          variant="outlined"
          startIcon={<Icon icon={externalLinkIcon} size={20} />}
        >
          {t('web.upload.open')}
        </Button>
        <Button
          variant="outlined"
          aria-expanded={showsCode}
          aria-controls={id}
          startIcon={<Icon icon={qrCodeIcon} size={20} />}
          onClick={() => setShowsCode(!showsCode)}
        >
          {t('web.shares.qrCode')}
        </Button>
      </Box>
      <Box id={id} hidden={!showsCode}>
        {showsCode && <QrCode value={share.url} label={t('web.upload.qrCode')} />}
      </Box>
    </Box>
  );
}

/** The state and statistics of the share. */
function ShareFacts({ share }: { share: ShareDetails }) {
  const { t } = useTranslator();
  const state = shownState(share);
  return (
    <Box component="dl" aria-label={t('web.shares.facts')} sx={listStyle}>
      <Fact label="web.shares.columnState">
        <StateLabel color={stateColors[state]}>{t(`web.shares.states.${state}`)}</StateLabel>
      </Fact>
      {useFacts(share).map(([label, text]) => (
        <Fact key={label} label={label}>
          {text}
        </Fact>
      ))}
    </Box>
  );
}

function useFacts(share: ShareDetails): readonly (readonly [MessageKey, string])[] {
  const { t } = useTranslator();
  const format = useFormat();
  const moment = (at: string | null) => (at === null ? t('web.shares.notYet') : format.dateTime(at));
  return [
    ['web.shares.columnSize', format.bytes(share.size)],
    [
      'web.shares.columnVisitors',
      share.maxViews === null
        ? format.number(share.visitors)
        : t('web.shares.visitorsOf', { count: share.visitors, max: share.maxViews }),
    ],
    ['web.shares.columnDownloads', format.number(share.downloads)],
    ['web.shares.lastAccess', moment(share.lastAccessAt)],
    ['web.shares.columnCreated', moment(share.createdAt)],
    ['web.shares.published', moment(share.completedAt)],
  ];
}

function Fact({ label, children }: { label: MessageKey; children: ReactNode }) {
  const { t } = useTranslator();
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box component="dt" sx={{ typography: 'caption', color: 'text.secondary' }}>
        {t(label)}
      </Box>
      <Box component="dd" sx={{ ...tabularNumbers, m: 0, typography: 'body2', fontWeight: 550 }}>
        {children}
      </Box>
    </Box>
  );
}

const listStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: 2,
  m: 0,
  p: 2,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.6,
  bgcolor: 'background.paper',
} as const;
