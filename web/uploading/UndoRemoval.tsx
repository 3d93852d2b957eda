import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { layout } from '../app/theme.ts';
import { useTranslator } from '../lib/i18n.tsx';
import type { Removal } from './upload-session.ts';

interface Props {
  removed: Removal;
  onUndo(): void;
}

/** Says what was removed, and offers to put it back. */
export function UndoRemoval({ removed, onUndo }: Props) {
  const { t } = useTranslator();
  const { name, count } = removed;
  return (
    <Box sx={lineStyle}>
      <Box role="status" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {name === null ? t('web.upload.removedAll', { count }) : t('web.upload.removedItem', { name })}
      </Box>
      <Button variant="text" color="primary" onClick={onUndo}>
        {t('web.upload.undo')}
      </Button>
    </Box>
  );
}

/** In sight wherever in a long list something was removed. */
const lineStyle = {
  position: 'sticky',
  top: layout.headerHeight + 8,
  zIndex: 2,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 1,
  minHeight: 52,
  pl: 2,
  pr: 0.5,
  borderRadius: '14px',
  bgcolor: 'paper.sunken',
  typography: 'body2',
} as const;
