import type { PictureFormat } from '#sdk/contract/config/rows.js';
import { AppError } from '#sdk/contract/errors.js';
import type { Middleware } from '../../../http/context.ts';
import { mediaTypeOfPicture } from './cover.ts';
import { type Pictures, pictureTable } from './pictures.ts';

/** Whatever the file is, a browser treats it only as a picture. */
const headers = {
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'X-Content-Type-Options': 'nosniff',
};

const names: ReadonlyMap<string, PictureFormat> = new Map([
  [pictureTable.logo.path, 'logo'],
  [pictureTable.cover.path, 'cover'],
]);

/**
 * Sends the uploaded pictures; without a logo, the page follows with the built-in one. A URL with the version always
 * means the same bytes; without it, clients ask whether their copy is current.
 */
export function createPicturePage(pictures: Pick<Pictures, 'read'>): Middleware {
  return async (ctx, next) => {
    const name = ctx.method === 'GET' || ctx.method === 'HEAD' ? names.get(ctx.path) : undefined;
    const file = name && (await pictures.read(name));
    const type = file && mediaTypeOfPicture(file.content);
    // The built-in logo is a file of the page; there is no built-in background picture.
    if (name === 'cover' && !file) throw new AppError('not_found');
    if (!file || !type) return next();
    ctx.status = 200;
    ctx.set(headers);
    ctx.set('Content-Type', type);
    ctx.set('ETag', `"${file.version}"`);
    const isVersioned = ctx.querystring === `v=${file.version}`;
    ctx.set('Cache-Control', isVersioned ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (ctx.fresh) ctx.status = 304;
    else ctx.body = file.content;
  };
}
