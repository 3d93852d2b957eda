import { translatorFor } from '#sdk/i18n/catalogue.js';
import type { Context, Middleware } from '../../../http/context.ts';
import type { InstanceFile } from '../files-repo.ts';
import type { ConfigService } from '../service.ts';
import { drawMaskable, iconsOf, maskablePath } from './icons.ts';
import { writeOfflinePage } from './offline-page.ts';

export interface InstallDeps {
  config: Pick<ConfigService, 'get'>;
  /** null: the built-in logo applies. */
  readLogo(): Promise<InstanceFile | null>;
  /** The languages of the visitor, the best one first. */
  languagesOf(ctx: Context): readonly string[];
}

/** The colour of the page before it is drawn. */
const paper = '#f8f5ef';

/** What browsers ask for to install the page: its manifest, an icon of any shape, and what to show without a server. */
export function createInstallPages({ config, readLogo, languagesOf }: InstallDeps): Middleware {
  const answers: Readonly<Record<string, (ctx: Context) => Promise<string | null>>> = {
    async '/manifest.webmanifest'(ctx) {
      ctx.type = 'application/manifest+json; charset=utf-8';
      return JSON.stringify(manifestOf(config.get('general.appName'), await readLogo()));
    },
    async '/offline.html'(ctx) {
      ctx.type = 'text/html; charset=utf-8';
      ctx.set('Vary', 'Cookie, Accept-Language');
      const translator = translatorFor([...languagesOf(ctx), config.get('general.defaultLocale')]);
      return writeOfflinePage(translator, config.get('general.appName'));
    },
    async [maskablePath](ctx) {
      const logo = await readLogo();
      if (!logo) return null;
      ctx.type = 'image/svg+xml';
      ctx.set('Content-Security-Policy', "sandbox; default-src 'none'; img-src data:");
      return drawMaskable(logo, paper);
    },
  };
  return async (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    const answer = isRead && Object.hasOwn(answers, ctx.path) ? answers[ctx.path] : undefined;
    const body = await answer?.(ctx);
    if (body === undefined || body === null) return next();
    ctx.set('Cache-Control', 'no-cache');
    ctx.body = body;
  };
}

function manifestOf(name: string, logo: InstanceFile | null) {
  return {
    id: '/',
    name,
    short_name: name,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: paper,
    theme_color: paper,
    icons: iconsOf(logo),
    // The service worker takes the files: nothing is sent before its visitor says so.
    share_target: {
      action: '/upload',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'files', accept: ['*/*'] }] },
    },
  };
}
