import { mdiClockPlusOutline, mdiDeleteOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { ExpirationField } from '../../ui/fields/ExpirationField.tsx';
import { useExpirationProblem, useInitialExpiration } from '../../ui/fields/use-expiration.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { BatchDialog } from './BatchDialog.tsx';
import { isDraft } from './share-states.ts';
import { titleOf } from './title-of.ts';
import { type BatchAction, extendShare, removeShare, useBatch } from './use-batch.ts';
import type { Selection } from './use-selection.ts';
import type { ListedShare } from './use-share-list.ts';

/** What is asked about which shares. */
export interface RequestedAction {
  what: BatchAction;
  shares: readonly ListedShare[];
}

/** What can be done with all that is selected. */
export function SelectionBar({
  selection,
  onAsk,
}: {
  selection: Selection;
  onAsk(asked: RequestedAction): void;
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
export function ActionDialog({ asked, onClose }: { asked: RequestedAction | null; onClose(): void }) {
  if (!asked) return null;
  const Asked = dialogs[asked.what];
  return <Asked shares={asked.shares} onClose={onClose} />;
}

interface Props {
  shares: readonly ListedShare[];
  onClose(): void;
}

/** Gives shares a new end, counted from now; those that are over are back with it. */
function ExtendDialog({ shares, onClose }: Props) {
  const { t } = useTranslator();
  const { notify } = useNotifier();
  const { state, run } = useBatch();
  const [expiration, setExpiration] = useState(useInitialExpiration());
  const problem = useExpirationProblem(expiration);

  const handleConfirm = async () => {
    const failures = await run(shares, extendShare(expiration));
    if (failures.length > 0) return;
    onClose();
    notify(t('web.shares.extended', { count: shares.length }), 'success');
  };

  return (
    <BatchDialog
      tone="plain"
      title={t('web.shares.extendTitle', { count: shares.length })}
      text={t('web.shares.extendText')}
      shares={shares}
      confirmLabel={t('web.shares.extendConfirm')}
      failedText={(failed) => t('web.shares.extendFailed', { failed, count: shares.length })}
      isDisabled={problem !== undefined}
      state={state}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <ExpirationField value={expiration} onChange={setExpiration} error={problem} />
    </BatchDialog>
  );
}

interface RemoveDialogProps {
  shares: readonly ListedShare[];
  onClose(): void;
}

/** Asks before shares are deleted, naming what is lost. */
function RemoveDialog({ shares, onClose }: RemoveDialogProps) {
  const { t } = useTranslator();
  const { notify } = useNotifier();
  const { state, run } = useBatch();
  const words = useWords(shares);

  const handleConfirm = async () => {
    const failures = await run(shares, removeShare);
    if (failures.length > 0) return;
    onClose();
    notify(words.done, 'success');
  };

  return (
    <BatchDialog
      tone="danger"
      title={words.title}
      text={words.text}
      shares={shares}
      confirmLabel={words.confirm}
      failedText={(failed) => t('web.shares.removeFailed', { failed, count: shares.length })}
      state={state}
      onConfirm={handleConfirm}
      onClose={onClose}
    />
  );
}

/** An upload that was not finished has no link that anybody could miss. */
function useWords(shares: readonly ListedShare[]) {
  const { t } = useTranslator();
  const format = useFormat();
  const [first] = shares;
  const count = shares.length;
  const fileCount = shares.reduce((sum, share) => sum + share.fileCount, 0);
  const files = t('web.upload.fileCount', { count: fileCount });
  const size = format.bytes(shares.reduce((sum, share) => sum + share.size, 0));
  const confirm = t('web.shares.removeConfirm');
  if (count > 1 || first === undefined) {
    return {
      title: t('web.shares.removeManyTitle', { count }),
      text: t('web.shares.removeMany', { files, size, count }),
      confirm,
      done: t('web.shares.removedMany', { count }),
    };
  }
  const name = titleOf(first);
  if (isDraft(first)) {
    return {
      title: t('web.shares.discardTitle'),
      text: t('web.shares.discardText', { name, files, size }),
      confirm: t('web.shares.actions.discard'),
      done: t('web.shares.discarded'),
    };
  }
  return {
    title: t('web.shares.removeTitle'),
    text: t('web.shares.removeOne', { name, files, size, count: first.visitors }),
    confirm,
    done: t('web.shares.removed'),
  };
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
