import { AppError } from '#sdk/contract/errors.js';
import type { Actor } from '../../http/actor.ts';
import { readSharePassword } from '../../http/share-password.ts';
import type { Admit } from './content-routes.ts';
import type { Admission } from './types.ts';

/** Lets in who may open the share, without opening it: no view is consumed. */
export type DirectGate = (actor: Actor, id: string, password: string | null) => Promise<Admission>;

const challenge = 'Basic realm="Password of the share", charset="UTF-8"';

/** Takes the password that comes with a request, and tells programs that they can come again with one (RFC 7617). */
export function createDirectGate(admitDirect: DirectGate): Admit {
  return async (ctx, actor, id) => {
    try {
      return await admitDirect(actor, id, readSharePassword(ctx));
    } catch (error) {
      if (error instanceof AppError && error.code === 'direct_link_password') {
        ctx.set('WWW-Authenticate', challenge);
      }
      throw error;
    }
  };
}
