import { useEffect, useSyncExternalStore } from 'react';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { retryNotice, uploadSession } from './current-upload.ts';

/** The upload of this tab, which goes on while other pages are shown. */
export function useUpload() {
  const { t } = useTranslator();
  const { notify } = useNotifier();
  useEffect(
    () => retryNotice.listen((count) => notify(t('web.upload.retrying', { count }), 'info')),
    [notify, t],
  );
  const snapshot = useSyncExternalStore(uploadSession.subscribe, uploadSession.getSnapshot);
  return { session: uploadSession, snapshot };
}
