import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Translator } from '#sdk/i18n/translate.js';
import { LanguageProvider } from '../lib/i18n.tsx';
import { NotificationProvider } from '../lib/notify.tsx';
import { noteSessionEnd } from '../lib/session.tsx';
import { Bootstrap } from './Bootstrap.tsx';
import { colorSchemeStorage, modeStorageKey } from './color-scheme-storage.ts';
import { theme } from './theme.ts';

interface Props {
  translator: Translator;
  children: ReactNode;
}

export function Providers({ translator, children }: Props) {
  const [queryClient] = useState(createQueryClient);
  return (
    <LanguageProvider translator={translator}>
      <ThemeProvider
        theme={theme}
        defaultMode="system"
        modeStorageKey={modeStorageKey}
        storageManager={colorSchemeStorage}
        noSsr
      >
        <CssBaseline enableColorScheme />
        <QueryClientProvider client={queryClient}>
          <NotificationProvider>
            <Bootstrap>{children}</Bootstrap>
          </NotificationProvider>
        </QueryClientProvider>
      </ThemeProvider>
    </LanguageProvider>
  );
}

function createQueryClient(): QueryClient {
  const handleError = (error: unknown): void => noteSessionEnd(queryClient, error);
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: handleError }),
    mutationCache: new MutationCache({ onError: handleError }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // The client tries again by itself what may succeed.
        retry: false,
      },
    },
  });
  return queryClient;
}
