import { useState } from 'react';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { ExpirationField } from '../../ui/ExpirationField.tsx';
import { useExpirationProblem, useInitialExpiration } from '../../ui/use-expiration.ts';
import { BatchDialog } from './BatchDialog.tsx';
import { extendShare, useBatch } from './use-batch.ts';
import type { ListedShare } from './use-share-list.ts';

interface Props {
  shares: readonly ListedShare[];
  onClose(): void;
}

/** Gives shares a new end, counted from now; those that are over are back with it. */
export function ExtendDialog({ shares, onClose }: Props) {
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
