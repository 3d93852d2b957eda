import { api } from '#sdk/contract/api.js';
import { AppError } from '#sdk/contract/errors.js';
import type { Actor } from '../../http/actor.ts';
import type { Context } from '../../http/context.ts';
import { bind, type Route } from '../../http/implement.ts';
import { readSharePassword } from '../../http/share-password.ts';
import type { Delivery } from './deliver.ts';
import type { FileService } from './service.ts';
import type { Admission, FileRecord } from './types.ts';

/** Lets in who may open the share, without opening it: no view is consumed. */
export type DirectGate = (actor: Actor, id: string, password: string | null) => Promise<Admission>;

interface Deps {
  admitDirect: DirectGate;
  files: Pick<FileService, 'findOnly' | 'findByPath'>;
  delivery: Delivery;
}

/** Links for programs that know neither page nor cookie. */
export function createDirectRoutes({ admitDirect, files, delivery }: Deps): Route[] {
  /** Tells programs that they can come again with a password (RFC 7617). */
  async function admit(ctx: Context, actor: Actor, id: string): Promise<Admission> {
    try {
      return await admitDirect(actor, id, readSharePassword(ctx));
    } catch (error) {
      if (error instanceof AppError && error.code === 'direct_link_password') {
        ctx.set('WWW-Authenticate', 'Basic realm="Password of the share", charset="UTF-8"');
      }
      throw error;
    }
  }

  const send = (ctx: Context, admission: Admission, file: FileRecord) =>
    delivery.file(ctx, admission, { file, isInline: false });

  return [
    bind(api.direct.share, async ({ params, actor, ctx }) => {
      const admission = await admit(ctx, actor, params.id);
      const file = await files.findOnly(admission.share);
      await (file ? send(ctx, admission, file) : delivery.archive(ctx, admission, null));
    }),

    bind(api.direct.file, async ({ params, actor, ctx }) => {
      const admission = await admit(ctx, actor, params.id);
      await send(ctx, admission, await files.findByPath(admission.share, params.path));
    }),
  ];
}
