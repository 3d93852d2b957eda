import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { describeError } from '#sdk/i18n/describe-error.js';
import { notificationLimit } from '../app/theme.ts';
import { type Notification, Notifications } from '../ui/feedback/Notifications.tsx';
import { useTranslator } from './i18n.tsx';

interface Notifier {
  notify(text: string, tone?: Notification['tone']): void;
  /** Shows an error in the visitor's language */
  notifyError(error: unknown): void;
}

const NotifierContext = createContext<Notifier | null>(null);

export function NotificationProvider({ children }: { children: ReactNode }) {
  const translator = useTranslator();
  const nextId = useRef(0);
  const [shown, setShown] = useState<readonly Notification[]>([]);

  const notifier = useMemo<Notifier>(() => {
    const notify = (text: string, tone: Notification['tone'] = 'info') => {
      nextId.current += 1;
      const notification = { id: nextId.current, text, tone };
      // The newest ones stay.
      setShown((before) => [...before, notification].slice(-notificationLimit));
    };
    return { notify, notifyError: (error) => notify(describeError(translator, error), 'error') };
  }, [translator]);

  const dismiss = useCallback((id: number) => {
    setShown((before) => before.filter((notification) => notification.id !== id));
  }, []);

  return (
    <NotifierContext value={notifier}>
      {children}
      <Notifications shown={shown} onDismiss={dismiss} closeLabel={translator.t('web.common.close')} />
    </NotifierContext>
  );
}

export function useNotifier(): Notifier {
  const notifier = useContext(NotifierContext);
  if (!notifier) throw new Error('NotificationProvider is missing');
  return notifier;
}
