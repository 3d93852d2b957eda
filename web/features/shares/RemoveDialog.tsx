import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { BatchDialog } from './BatchDialog.tsx';
import { isDraft } from './share-states.ts';
import { titleOf } from './title-of.ts';
import { removeShare, useBatch } from './use-batch.ts';
import type { ListedShare } from './use-share-list.ts';

interface Props {
  shares: readonly ListedShare[];
  onClose(): void;
}

/** Asks before shares are deleted, naming what is lost. */
export function RemoveDialog({ shares, onClose }: Props) {
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
