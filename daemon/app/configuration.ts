import { createLogo } from '../features/config/logo.ts';
import { createLogoPage } from '../features/config/logo-page.ts';
import { createMailPreview } from '../features/config/mail-preview.ts';
import { createConfigRoutes } from '../features/config/routes.ts';
import { createTestMail } from '../features/config/test-mail.ts';
import type { Middleware } from '../http/context.ts';
import type { Route } from '../http/implement.ts';
import type { PageFacts } from '../http/static.ts';
import { createDelivery } from '../mail/mailer.ts';
import { createTrial } from '../mail/trial.ts';
import type { Core } from './core.ts';
import { createMailSamples } from './mail-samples.ts';

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
  // Somebody waits for the outcome.
  const deliver = createDelivery({ connect: 10_000, idle: 12_000 });
  return {
    routes: createConfigRoutes({
      config,
      logo,
      sendTestMail: createTestMail({ ...core, tryMail: createTrial({ deliver, patience: 15_000 }) }),
      previewMail: createMailPreview({ composeSample: createMailSamples(core) }),
    }),
    logoPage: createLogoPage(logo),
    pageFacts: () => ({
      locale: config.get('general.defaultLocale'),
      appName: config.get('general.appName'),
      logo: config.get('general.logo'),
    }),
  };
}
