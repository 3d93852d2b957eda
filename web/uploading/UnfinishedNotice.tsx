import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { History as historyIcon } from 'lucide';
import { nameOfPath } from '#sdk/contract/formats/paths.js';
import { useFormat, useTranslator } from '../lib/i18n.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import type { Unfinished } from './upload-session.ts';

interface Props {
  unfinished: Unfinished;
  discardLabel?: string;
  onDiscard(): void;
}

/** A page cannot read files again on its own: visitors choose the same files, and only the rest is sent. */
export function UnfinishedNotice({ unfinished, discardLabel, onDiscard }: Props) {
  const { t } = useTranslator();
  return (
    <Box
      role="region"
      aria-label={t('web.upload.unfinishedTitle')}
      sx={{ display: 'flex', gap: 2, p: 2.25, borderRadius: 1.6, bgcolor: 'primary.light' }}
    >
      <Icon icon={historyIcon} sx={{ mt: 0.25, color: 'primary.main' }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ fontWeight: 600 }}>{t('web.upload.unfinishedTitle')}</Box>
        <UnfinishedFacts unfinished={unfinished} />
        <Box sx={{ mb: 1.5, color: 'text.primary' }}>
          {unfinished.fileCount === 0
            ? t('web.upload.unfinishedNone')
            : t('web.upload.unfinishedText', { count: unfinished.fileCount })}
        </Box>
        <Button variant="outlined" onClick={onDiscard}>
          {discardLabel ?? t('web.upload.discard')}
        </Button>
      </Box>
    </Box>
  );
}

/** Which upload it was, and how much of it has arrived. */
function UnfinishedFacts({ unfinished: { name, summary } }: Pick<Props, 'unfinished'>) {
  const { t } = useTranslator();
  const format = useFormat();
  if (!summary) return name === null ? null : <Box sx={nameStyle}>{name}</Box>;
  const { firstPath, count, size, sent } = summary;
  return (
    <Box sx={nameStyle}>
      <strong>{name ?? nameOfPath(firstPath)}</strong>
      {' · '}
      {t('web.upload.unfinishedSent', { count, sent: format.bytes(sent), total: format.bytes(size) })}
    </Box>
  );
}

const nameStyle = { my: 0.5, overflowWrap: 'anywhere' } as const;
