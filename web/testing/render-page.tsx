import { ThemeProvider } from '@mui/material/styles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { builtInAccent } from '#sdk/contract/config/general.js';
import { createInstanceTheme } from '../app/theme.ts';
import { LanguageProvider } from '../lib/i18n.tsx';
import { NotificationProvider } from '../lib/notify.tsx';
import { loadTexts, loadTranslator } from '../lib/texts.ts';

// The tests' browser has no layout to scroll.
Element.prototype.scrollIntoView ??= () => {};

const theme = createInstanceTheme(builtInAccent);

/** Draws a part of the page as a visitor meets it: in English, with the theme, without a server. */
export async function renderPage(content: ReactNode, path = '/') {
  const translator = await loadTranslator('en');
  await Promise.all([
    loadTexts('signIn'),
    loadTexts('account'),
    loadTexts('sending'),
    loadTexts('administration'),
  ]);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <LanguageProvider translator={translator}>
      <ThemeProvider theme={theme} noSsr>
        <QueryClientProvider client={queryClient}>
          <NotificationProvider>
            <MemoryRouter initialEntries={[path]}>{content}</MemoryRouter>
          </NotificationProvider>
        </QueryClientProvider>
      </ThemeProvider>
    </LanguageProvider>,
  );
}
