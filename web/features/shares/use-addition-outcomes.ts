import { useEffect } from 'react';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { watchAdditions } from './adding-uploads.ts';
import { titleOf } from './title-of.ts';
import { useRefreshShares } from './use-share-details.ts';

/** Says that files have been added, or that it was interrupted, whichever share is looked at. */
export function useAdditionOutcomes(): void {
  const { t } = useTranslator();
  const { notify } = useNotifier();
  const refresh = useRefreshShares();
  useEffect(
    () =>
      watchAdditions(({ session }) => {
        const { stage } = session.getSnapshot();
        if (stage.kind === 'done') {
          session.reset();
          notify(t('web.shares.filesAdded', { count: stage.result.files }), 'success');
          void refresh();
        }
        if (stage.kind === 'interrupted' && !told.has(stage)) {
          told.add(stage);
          notify(t('web.shares.addInterrupted', { name: titleOf(stage.share) }), 'error');
          void refresh();
        }
      }),
    [notify, refresh, t],
  );
}

/** Interruptions that somebody was told of. */
const told = new WeakSet();
