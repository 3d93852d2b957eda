import { api } from '#sdk/contract/api.js';
import { implement, type Route } from '../../http/implement.ts';
import type { PreviewMail } from './mail-preview.ts';
import type { Pictures } from './pictures/pictures.ts';
import type { ConfigService } from './service.ts';
import type { SendTestMail } from './test-mail.ts';

interface Deps {
  config: ConfigService;
  pictures: Pictures;
  sendTestMail: SendTestMail;
  previewMail: PreviewMail;
}

export function createConfigRoutes({ config, pictures, sendTestMail, previewMail }: Deps): Route[] {
  return [
    implement(api.configs.list, async () => config.listPublic()),
    implement(api.configs.listCategory, async ({ params }) => config.listCategory(params.category)),
    implement(api.configs.update, async ({ body, actor }) =>
      config.update(
        body.map(({ key, value }) => ({ key, value: String(value) })),
        actor,
      ),
    ),
    implement(api.configs.finishSetup, async ({ actor }) => {
      await config.finishSetup(actor);
      return undefined;
    }),
    implement(api.configs.testEmail, async ({ body, actor }) => sendTestMail(body.email, actor)),
    implement(api.configs.previewMail, async ({ body: { template, ...texts } }) =>
      previewMail(template, texts),
    ),
    implement(api.configs.uploadLogo, async ({ file, actor }) => pictures.upload('logo', file, actor)),
    implement(api.configs.uploadCover, async ({ file, actor }) => pictures.upload('cover', file, actor)),
  ];
}
