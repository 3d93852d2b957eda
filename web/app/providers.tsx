import { CacheProvider, type EmotionCache } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { Translator } from '#sdk/i18n/translate.js';
import { ConfigContext, configFrom, configQuery } from '../lib/config.tsx';
import { LanguageProvider } from '../lib/i18n.tsx';
import { NotificationProvider } from '../lib/notify.tsx';
import {
  colorSchemeChoices,
  readColorScheme,
  saveColorScheme,
  watchColorScheme,
} from '../lib/preferences.ts';
import { client } from '../lib/sdk.ts';
import { CurrentUserContext, currentUserQuery, noteSessionEnd, useOtherTabs } from '../lib/session.tsx';
import { PageSkeleton } from '../ui/feedback/PageSkeleton.tsx';
import { ErrorBoundary } from './layout/ErrorBoundary.tsx';
import { ErrorPage } from './layout/ErrorPage.tsx';
import { createInstanceTheme } from './theme.ts';

interface Props {
  translator: Translator;
  queryClient: QueryClient;
  /** Given where text runs from right to left */
  mirroredStyles?: EmotionCache | undefined;
  children: ReactNode;
}

export function Providers({ translator, queryClient, mirroredStyles, children }: Props) {
  const page = (
    <LanguageProvider translator={translator}>
      <QueryClientProvider client={queryClient}>
        <InstanceTheme>
          <ErrorBoundary>
            <NotificationProvider>
              <Bootstrap>{children}</Bootstrap>
            </NotificationProvider>
          </ErrorBoundary>
        </InstanceTheme>
      </QueryClientProvider>
    </LanguageProvider>
  );
  return mirroredStyles ? <CacheProvider value={mirroredStyles}>{page}</CacheProvider> : page;
}

export function createQueryClient(): QueryClient {
  const handleError = (error: unknown): void => noteSessionEnd(queryClient, error);
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: handleError }),
    mutationCache: new MutationCache({ onError: handleError }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // The client retries on its own.
        retry: false,
      },
    },
  });
  return queryClient;
}

const modeStorageKey = 'colorScheme';

/**
 * Keeps the theme's mode in our preference. The theme reads two more keys, the names of its light and dark scheme,
 * which never change here.
 */
function colorSchemeStorage({ key }: { key: string }) {
  const isMode = key === modeStorageKey;
  return {
    get: (defaultValue: string) => (isMode ? readColorScheme() : defaultValue),
    set: (value: string) => {
      const choice = colorSchemeChoices.find((candidate) => candidate === value);
      if (isMode && choice) saveColorScheme(choice);
    },
    subscribe: (onChange: (value: string) => void) => (isMode ? watchColorScheme(onChange) : () => {}),
  };
}

/** The server writes the accent colour into the page, so that the first paint has it; a changed one follows. */
function InstanceTheme({ children }: { children: ReactNode }) {
  const { data } = useQuery(configQuery);
  const written = data ? undefined : document.documentElement.dataset['accent'];
  const color = written ?? configFrom(data ?? [])('general.accentColor');
  const theme = useMemo(() => createInstanceTheme(color), [color]);
  return (
    <ThemeProvider
      theme={theme}
      defaultMode="system"
      modeStorageKey={modeStorageKey}
      storageManager={colorSchemeStorage}
      noSsr
    >
      <CssBaseline enableColorScheme />
      {children}
    </ThemeProvider>
  );
}

/** Loads the configuration and the current user at the same time; everything below can rely on both. */
function Bootstrap({ children }: { children: ReactNode }) {
  const config = useQuery(configQuery);
  const user = useQuery(currentUserQuery);
  const effective = useMemo(() => configFrom(config.data ?? []), [config.data]);

  useInstanceIcon(effective('general.logo'));

  useOtherTabs();

  const isSignedIn = Boolean(user.data);
  useEffect(() => (isSignedIn ? client.session.startAutoRefresh() : undefined), [isSignedIn]);

  if (config.isPending || user.isPending) return <PageSkeleton />;
  // A later request may fail: the first response still applies.
  if (!config.data) return <ErrorPage error={config.error} onRetry={() => void config.refetch()} />;
  return (
    <ConfigContext value={effective}>
      {/* Without an answer, the visitor counts as not signed in. */}
      <CurrentUserContext value={user.data ?? null}>{children}</CurrentUserContext>
    </ConfigContext>
  );
}

/** The server writes the logo into the page; a changed logo becomes the icon of the tab while the page is open. */
function useInstanceIcon(logo: string): void {
  useEffect(() => {
    const links = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')];
    if (links.some((link) => link.getAttribute('href') === logo)) return;
    for (const link of links) {
      link.type = 'image/png';
      link.href = logo;
    }
  }, [logo]);
}
