import { api } from '#sdk/contract/api.js';
import { implement, type Route } from '../../http/implement.ts';
import type { Logo } from './logo.ts';
import type { ConfigService } from './service.ts';

interface Deps {
  config: ConfigService;
  logo: Logo;
}

export function createConfigRoutes({ config, logo }: Deps): Route[] {
  return [
    implement(api.configs.list, async () => config.listPublic()),
    implement(api.configs.listCategory, async ({ params }) => config.listCategory(params.category)),
    implement(api.configs.update, async ({ body, actor }) => config.update(body, actor)),
    implement(api.configs.finishSetup, async ({ actor }) => {
      await config.finishSetup(actor);
      return undefined;
    }),
    implement(api.configs.uploadLogo, async ({ file, actor }) => logo.upload(file, actor)),
  ];
}
