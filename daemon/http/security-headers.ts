import helmet from 'koa-helmet';
import type { Middleware } from './context.ts';

interface Options {
  isHttps(): boolean;
  /** The origin that the page loads the content of files from, if it is not its own. */
  contentOrigin: string | null;
}

/** Sets the headers of every answer; answers with users' content set stricter ones of their own. */
export function createSecurityHeaders({ isHttps, contentOrigin }: Options): Middleware {
  const content = contentOrigin ? [contentOrigin] : [];
  const base = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...content],
        mediaSrc: ["'self'", 'blob:', ...content],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...content],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
      },
    },
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  }) as unknown as Middleware;
  return async (ctx, next) => {
    if (isHttps()) ctx.set('Strict-Transport-Security', 'max-age=31536000');
    return base(ctx, next);
  };
}
