import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { ClockPlus as clockPlusIcon, Trash as trashIcon } from 'lucide';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import type { RequestedAction } from './ActionDialog.tsx';
import { sumBytes } from './arrived-bytes.ts';
import type { Selection } from './use-selection.ts';

/** The actions for all selected shares. */
export function SelectionBar({
  selection,
  onRequest,
}: {
  selection: Selection;
  onRequest(request: RequestedAction): void;
}) {
  const { t } = useTranslator();
  const format = useFormat();
  const { shares } = selection;
  if (shares.length === 0) return null;
  const size = format.bytes(sumBytes(shares));
  return (
    <Box role="region" aria-label={t('web.shares.selection')} data-foot sx={barStyle}>
      <Box role="status" sx={{ fontWeight: 600, mr: 'auto' }}>
        {t('web.shares.selected', { count: shares.length, size })}
      </Box>
      <Button
        variant="outlined"
        startIcon={<Icon icon={clockPlusIcon} size={20} />}
        onClick={() => onRequest({ action: 'extend', shares })}
      >
        {t('web.shares.actions.extend')}
      </Button>
      <Button
        variant="outlined"
        startIcon={<Icon icon={trashIcon} size={20} />}
        onClick={() => onRequest({ action: 'remove', shares })}
      >
        {t('web.shares.actions.remove')}
      </Button>
      <Button variant="text" onClick={() => selection.setAll(false)}>
        {t('web.shares.unselect')}
      </Button>
    </Box>
  );
}

const barStyle = {
  position: { xs: 'fixed', md: 'sticky' },
  inset: { xs: 'auto 0 0', md: 'auto' },
  top: { md: 68 },
  zIndex: 3,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  px: 2,
  pt: 1,
  pb: { xs: 'calc(8px + env(safe-area-inset-bottom))', md: 1 },
  borderStyle: 'solid',
  borderWidth: { xs: '1px 0 0', md: '1px' },
  borderColor: 'primary.line',
  borderRadius: { md: 1.6 },
  bgcolor: 'primary.light',
} as const;
