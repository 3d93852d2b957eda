import { useEffect, useSyncExternalStore } from 'react';
import { useTranslator } from '../lib/i18n.tsx';
import { useNotifier } from '../lib/notify.tsx';
import type { OpenUpload } from './open-upload.ts';
import type { UploadSnapshot } from './upload-session.ts';

/** The state of an upload of this tab, which continues while other pages are shown. */
export function useUpload({ session, onRetrying }: OpenUpload): UploadSnapshot {
  const { t } = useTranslator();
  const { notify } = useNotifier();
  useEffect(
    () => onRetrying((count) => notify(t('web.upload.retrying', { count }), 'info')),
    [notify, onRetrying, t],
  );
  return useSyncExternalStore(session.subscribe, session.getSnapshot);
}
