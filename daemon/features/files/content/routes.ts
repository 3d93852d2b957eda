import * as z from 'zod/mini';
import { api } from '#sdk/contract/api.js';
import { AppError } from '#sdk/contract/errors.js';
import { FileId } from '#sdk/contract/formats/primitives.js';
import type { Actor } from '../../../http/actor.ts';
import type { Context } from '../../../http/context.ts';
import { bind, type Route } from '../../../http/implement.ts';
import { readSharePassword } from '../../../http/share-password.ts';
import { parsePart } from '../../../http/validate.ts';
import type { FileService } from '../service.ts';
import type { AuthorizedShare } from '../types.ts';
import type { AuthorizeDownload, Delivery } from './deliver.ts';

interface Deps {
  /** Authorizes downloads by the page and the SDK. */
  authorize: AuthorizeDownload;
  /** Authorizes downloads by programs that know neither the page nor its cookie. */
  authorizeDirectLink: AuthorizeDownload;
  files: Pick<FileService, 'find' | 'findOnly' | 'findByPath'>;
  delivery: Delivery;
}

const challenge = 'Basic realm="Password of the share", charset="UTF-8"';

/** Routes for the bytes of files and archives. */
export function createContentRoutes({ authorize, authorizeDirectLink, files, delivery }: Deps): Route[] {
  /** Tells programs that they can retry with a password (RFC 7617). */
  const authorizeOrChallenge = async (ctx: Context, actor: Actor, id: string): Promise<AuthorizedShare> => {
    try {
      return await authorizeDirectLink({ ctx, actor, password: readSharePassword(ctx) }, id);
    } catch (error) {
      if (error instanceof AppError && error.code === 'direct_link_password') {
        ctx.set('WWW-Authenticate', challenge);
      }
      throw error;
    }
  };

  return [
    bind(api.files.download, async ({ params, query, actor, ctx }) => {
      const authorized = ctx.state.isDirectLink
        ? await authorizeOrChallenge(ctx, actor, params.id)
        : await authorize({ ctx, actor, password: null }, params.id);
      const file = await files.find(authorized.share, params.fileId);
      await delivery.file(ctx, authorized, { file, isInline: query.disposition === 'inline' });
    }),

    bind(api.files.archive, async ({ params, query, actor, ctx }) => {
      const { files: ids, folder } = query;
      const wanted = { ids: ids === undefined ? undefined : readIds(ids), folder };
      await delivery.archive(ctx, await authorize({ ctx, actor, password: null }, params.id), wanted);
    }),

    bind(api.direct.share, async ({ params, actor, ctx }) => {
      const authorized = await authorizeOrChallenge(ctx, actor, params.id);
      const file = await files.findOnly(authorized.share);
      if (file) await delivery.file(ctx, authorized, { file, isInline: false });
      else await delivery.archive(ctx, authorized);
    }),

    bind(api.direct.file, async ({ params, actor, ctx }) => {
      const authorized = await authorizeOrChallenge(ctx, actor, params.id);
      const file = await files.findByPath(authorized.share, params.path);
      await delivery.file(ctx, authorized, { file, isInline: false });
    }),
  ];
}

const Selected = z.strictObject({ files: z.array(FileId) });

/** Parses `files=id,id`. */
function readIds(list: string): FileId[] {
  return parsePart(Selected, { files: list.split(',') }).files;
}
