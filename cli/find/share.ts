import { AppError } from '#sdk/contract/errors.js';
import type { OwnerFile } from '#sdk/contract/files.js';
import { ShareId } from '#sdk/contract/formats/primitives.js';
import { collect, paginate, parseShareLink } from '#sdk/index.js';
import type { Client, Context } from '../context.ts';
import { HintedError } from '../errors/cli-error.ts';
import { type Connection, connect, findServer } from '../server/connect.ts';

/** A client for the server of a share, and the share's id. */
export interface LocatedShare extends Connection {
  id: ShareId;
}

/**
 * Reads what a person gives to name a share: its link, which also names the server, or its id.
 *
 * @throws AppError `share_not_found` when it is neither
 */
export async function locateShare(context: Context, reference: string): Promise<LocatedShare> {
  const { id, baseUrl } = parseShareLink(reference);
  return { ...(await connect(context, baseUrl)), id: ShareId.parse(id) };
}

/** The link of a share, without asking its server. */
export async function locateLink(context: Context, reference: string): Promise<string> {
  const { server, id } = await locateShare(context, reference);
  return `${server}/s/${id}`;
}

/**
 * Does what {@link locateShare} does for the caller's own share, which requires an account on the link's server.
 *
 * @throws AppError `sign_in_required`, with a hint that names both servers when the link leads to another one
 */
export async function locateOwnShare(context: Context, reference: string): Promise<LocatedShare> {
  const located = await locateShare(context, reference);
  const { server, token } = located;
  const chosen = await findServer(context);
  if (context.local || server === chosen || token || (await context.profiles.find(server))) return located;
  throw new HintedError(
    new AppError('sign_in_required'),
    chosen
      ? { key: 'cli.hints.other_server', params: { server, chosen } }
      : { key: 'cli.hints.login', params: { server } },
  );
}

/** The files of a share as its owner sees them. */
export function listOwnFiles(client: Client, id: string): Promise<OwnerFile[]> {
  return collect(paginate('files', (query) => client.files.listOwned({ params: { id }, query })));
}
