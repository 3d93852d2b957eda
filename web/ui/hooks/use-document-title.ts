import { useEffect } from 'react';
import { useConfig } from '../../lib/config.tsx';

/** Names the tab: what is shown, then the instance. */
export function useDocumentTitle(title: string): void {
  const appName = useConfig()('general.appName');
  useEffect(() => {
    document.title = title === appName ? appName : `${title} · ${appName}`;
  }, [title, appName]);
}
