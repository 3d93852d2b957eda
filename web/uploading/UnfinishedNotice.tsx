import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { History as historyIcon } from 'lucide';
import { nameOfPath } from '#sdk/contract/formats/paths.js';
import { useFormat, useTranslator } from '../lib/i18n.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import type { PickedFiles } from './picked-files.ts';
import { countMissing, type Unfinished } from './unfinished.ts';

interface Props {
  unfinished: Unfinished;
  /** Those that are chosen already */
  files: PickedFiles;
  discardLabel?: string;
  onDiscard(): void;
}

/** A page cannot read files again on its own: visitors choose the same files, and only the rest is sent. */
export function UnfinishedNotice({ unfinished, files, discardLabel, onDiscard }: Props) {
  const { t } = useTranslator();
  const missing = countMissing(unfinished, files);
  const isNothingThere = unfinished.finished.size + unfinished.begun.size === 0;
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
        {missing > 0 && !isNothingThere && (
          <Box sx={{ color: 'text.primary' }}>{t('web.upload.unfinishedText', { count: missing })}</Box>
        )}
        {isNothingThere && files.size === 0 && (
          <Box sx={{ color: 'text.primary' }}>{t('web.upload.unfinishedNone')}</Box>
        )}
        <Button variant="outlined" onClick={onDiscard} sx={{ mt: 1.5 }}>
          {discardLabel ?? t('web.upload.discard')}
        </Button>
      </Box>
    </Box>
  );
}

/** Which upload it was, and how much of it has arrived. */
function UnfinishedFacts({ unfinished: { share, summary } }: Pick<Props, 'unfinished'>) {
  const { t } = useTranslator();
  const format = useFormat();
  const { name } = share;
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
