import type { Core } from './core.ts';
import { createLogo } from './features/config/logo.ts';
import { createLogoPage } from './features/config/logo-page.ts';
import { createConfigRoutes } from './features/config/routes.ts';
import type { Middleware } from './http/context.ts';
import type { Route } from './http/implement.ts';
import type { PageFacts } from './http/static.ts';

export interface Configuration {
  routes: readonly Route[];
  /** Answered in front of the page. */
  logoPage: Middleware;
  pageFacts(): PageFacts;
}

/** Puts together what administrators set, and what the page shows of it before it asks. */
export function createConfiguration(core: Core): Configuration {
  const { config } = core;
  const logo = createLogo(core);
  return {
    routes: createConfigRoutes({ config, logo }),
    logoPage: createLogoPage(logo),
    pageFacts: () => ({
      locale: config.get('general.defaultLocale'),
      appName: config.get('general.appName'),
      logo: config.get('general.logo'),
    }),
  };
}
