import helmet from 'koa-helmet';
import type { Middleware } from './context.ts';

/** The headers of every answer; those that carry users' content set stricter ones of their own. */
export function createSecurityHeaders(isHttps: () => boolean): Middleware {
  const base = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
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
