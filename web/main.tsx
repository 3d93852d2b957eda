import '@fontsource-variable/inter/opsz.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { Providers } from './app/providers.tsx';
import { AppRoutes, preloadPage } from './app/routes.tsx';
import { installHistoryGuard } from './lib/history-guard.ts';
import { chooseLocale } from './lib/i18n.tsx';
import { renewPreferences } from './lib/preferences.ts';
import { registerServiceWorker } from './lib/service-worker.ts';
import { loadTranslator } from './lib/texts.ts';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  renewPreferences();
  installHistoryGuard();
  registerServiceWorker();
  // First: the page's code comes with texts in this language.
  const translating = loadTranslator(chooseLocale());
  preloadPage(window.location.pathname);
  const translator = await translating;
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <Providers translator={translator}>
          <AppRoutes />
        </Providers>
      </BrowserRouter>
    </StrictMode>,
  );
}

void start();
