import { useState } from 'react';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { ExpirationField } from '../../ui/fields/ExpirationField.tsx';
import { useExpirationProblem, useInitialExpiration } from '../../ui/fields/use-expiration.ts';
import { sumBytes } from './arrived-bytes.ts';
import { BatchDialog } from './BatchDialog.tsx';
import { isDraft } from './share-states.ts';
import { titleOf } from './title-of.ts';
import { type BatchAction, extendShare, removeShare, useBatch } from './use-batch.ts';
import type { ListedShare } from './use-share-list.ts';

/** An action that waits for confirmation, and the shares that it is about. */
export interface RequestedAction {
  action: BatchAction;
  shares: readonly ListedShare[];
}

/** Asks for confirmation before the action, and reports its result. */
export function ActionDialog({ request, onClose }: { request: RequestedAction | null; onClose(): void }) {
  if (!request) return null;
  const Dialog = dialogs[request.action];
  return <Dialog shares={request.shares} onClose={onClose} />;
}

interface DialogProps {
  shares: readonly ListedShare[];
  onClose(): void;
}

/** Sets a new expiration, starting from now; expired shares can be opened again. */
function ExtendDialog({ shares, onClose }: DialogProps) {
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

/** Asks before shares are deleted, naming what is lost. */
function RemoveDialog({ shares, onClose }: DialogProps) {
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

/** The texts of the dialog. Nobody has the link of an unfinished upload yet. */
function useWords(shares: readonly ListedShare[]) {
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  const [first] = shares;
  const count = shares.length;
  const fileCount = shares.reduce((sum, share) => sum + share.fileCount, 0);
  const files = t('web.upload.fileCount', { count: fileCount });
  const size = format.bytes(sumBytes(shares));
  const confirm = t('web.shares.removeConfirm');
  if (count > 1 || first === undefined) {
    return {
      title: t('web.shares.removeManyTitle', { count }),
      text: t('web.shares.removeMany', { files, size, count }),
      confirm,
      done: t('web.shares.removedMany', { count }),
    };
  }
  const name = titleOf(translator, first);
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
