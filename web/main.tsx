import '@fontsource-variable/inter/opsz.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { localeOf } from '#sdk/i18n/locales.js';
import { createQueryClient, Providers } from './app/providers.tsx';
import { AppRoutes, preparePage } from './app/routes.tsx';
import { forward } from './lib/direction.ts';
import { installHistoryGuard } from './lib/history-guard.ts';
import { chooseLocale } from './lib/i18n.tsx';
import { renewPreferences } from './lib/preferences.ts';
import { registerServiceWorker } from './lib/service-worker.ts';
import { loadTranslator } from './lib/texts.ts';
import { waitIdly } from './lib/wait-idly.ts';

/** Milliseconds that the page may wait for its code and first data before an outline is drawn in their place */
const outlineAfter = 200;

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  renewPreferences();
  installHistoryGuard();
  registerServiceWorker();
  // First: the page's code comes with texts in this language.
  const locale = chooseLocale();
  // The server wrote the page in another language when the cookie is lost, or the lists of the browser differ.
  if (locale !== document.documentElement.lang)
    document.documentElement.dir = localeOf(locale).rtl ? 'rtl' : 'ltr';
  const translating = loadTranslator(locale);
  const mirroring = forward() === 1 ? undefined : import('./app/rtl.ts');
  const queryClient = createQueryClient();
  const prepared = preparePage(window.location.pathname, queryClient);
  const translator = await translating;
  const mirrored = (await mirroring)?.mirroredStyles;
  // A page that is drawn once is there earlier than its outline and then the page. What a slow processor is still working
  // on would only be delayed by an outline.
  await Promise.race([prepared, waitIdly(outlineAfter)]);
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <Providers translator={translator} queryClient={queryClient} mirroredStyles={mirrored}>
          <AppRoutes />
        </Providers>
      </BrowserRouter>
    </StrictMode>,
  );
}

void start();
