import type { Core } from '../../app/core.ts';
import type { Middleware } from '../../http/context.ts';
import type { Route } from '../../http/implement.ts';
import type { PageFacts } from '../../http/page/static.ts';
import { createDelivery } from '../../mail/mailer.ts';
import { createTrial } from '../../mail/trial.ts';
import { createInstallPages, type InstallDeps } from './install/pages.ts';
import { type ComposeSample, createMailPreview } from './mail-preview.ts';
import { createPicturePage } from './pictures/page.ts';
import { createPictures } from './pictures/pictures.ts';
import { createConfigRoutes } from './routes.ts';
import { createTestMail } from './test-mail.ts';

interface Ports {
  composeSample: ComposeSample;
  languagesOf: InstallDeps['languagesOf'];
}

export interface ConfigFeature {
  routes: readonly Route[];
  /** Answers before the page does. */
  picturePage: Middleware;
  /** Answers before the page does. */
  installPages: Middleware;
  pageFacts(): PageFacts;
}

/** Composes the configuration, and the values that the page shows before it requests any. */
export function createConfigFeature(core: Core, { composeSample, languagesOf }: Ports): ConfigFeature {
  const { config } = core;
  const pictures = createPictures(core);
  // Short, because an administrator waits for the result.
  const deliver = createDelivery({ connect: 10_000, idle: 12_000 });
  return {
    routes: createConfigRoutes({
      config,
      pictures,
      sendTestMail: createTestMail({ ...core, tryMail: createTrial({ deliver, timeout: 15_000 }) }),
      previewMail: createMailPreview({ composeSample }),
    }),
    picturePage: createPicturePage(pictures),
    installPages: createInstallPages({ config, readLogo: () => pictures.read('logo'), languagesOf }),
    pageFacts: () => ({
      locale: config.get('general.defaultLocale'),
      appName: config.get('general.appName'),
      logo: config.get('general.logo'),
      accentColor: config.get('general.accentColor'),
      compressesArchives: config.get('share.zipCompressionLevel') > 0,
    }),
  };
}
