import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet, { type HelmetOptions } from 'helmet';
import type { Middleware } from './context.ts';

interface Options {
  isHttps(): boolean;
  /** The origin that the page loads the content of files from, if it is not its own. */
  contentOrigin: string | null;
}

/** Sets the headers of every answer; answers with users' content set stricter ones of their own. */
export function createSecurityHeaders({ isHttps, contentOrigin }: Options): Middleware {
  const content = contentOrigin ? [contentOrigin] : [];
  const headers = headersOf({
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
  });
  return (ctx, next) => {
    if (isHttps()) ctx.set('Strict-Transport-Security', 'max-age=31536000');
    for (const [name, value] of headers) ctx.res.setHeader(name, value);
    return next();
  };
}

/** They are the same for every answer, so the library is asked once. */
function headersOf(options: HelmetOptions): (readonly [string, string])[] {
  const headers: (readonly [string, string])[] = [];
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.setHeader = (name, value) => {
    headers.push([name, String(value)]);
    return response;
  };
  helmet(options)(response.req, response, () => undefined);
  return headers;
}
