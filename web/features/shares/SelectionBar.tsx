import { mdiClockPlusOutline, mdiDeleteOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ExtendDialog } from './ExtendDialog.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import type { BatchAction } from './use-batch.ts';
import type { Selection } from './use-selection.ts';
import type { ListedShare } from './use-share-list.ts';

/** What is asked about which shares. */
export interface AskedAction {
  what: BatchAction;
  shares: readonly ListedShare[];
}

/** What can be done with all that is ticked. */
export function SelectionBar({
  selection,
  onAsk,
}: {
  selection: Selection;
  onAsk(asked: AskedAction): void;
}) {
  const { t } = useTranslator();
  const format = useFormat();
  const { shares } = selection;
  if (shares.length === 0) return null;
  const size = format.bytes(shares.reduce((sum, share) => sum + share.size, 0));
  return (
    <Box role="region" aria-label={t('web.shares.selection')} sx={barStyle}>
      <Box role="status" sx={{ fontWeight: 600, mr: 'auto' }}>
        {t('web.shares.selected', { count: shares.length, size })}
      </Box>
      <Button
        variant="outlined"
        startIcon={<Icon path={mdiClockPlusOutline} size={20} />}
        onClick={() => onAsk({ what: 'extend', shares })}
      >
        {t('web.shares.actions.extend')}
      </Button>
      <Button
        variant="outlined"
        startIcon={<Icon path={mdiDeleteOutline} size={20} />}
        onClick={() => onAsk({ what: 'remove', shares })}
      >
        {t('web.shares.actions.remove')}
      </Button>
      <Button variant="text" onClick={() => selection.setAll(false)}>
        {t('web.shares.unselect')}
      </Button>
    </Box>
  );
}

/** Asks before it is done, and tells how it went. */
export function AskedDialog({ asked, onClose }: { asked: AskedAction | null; onClose(): void }) {
  if (!asked) return null;
  const Asked = dialogs[asked.what];
  return <Asked shares={asked.shares} onClose={onClose} />;
}

const dialogs = { remove: RemoveDialog, extend: ExtendDialog } as const satisfies Record<
  BatchAction,
  unknown
>;

const barStyle = {
  position: 'sticky',
  top: 68,
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  px: 2,
  py: 1,
  border: 1,
  borderColor: 'primary.main',
  borderRadius: 1.6,
  bgcolor: 'primary.light',
} as const;
