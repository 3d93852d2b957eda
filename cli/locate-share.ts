import { ShareId } from '#sdk/contract/primitives.js';
import { parseShareLink } from '#sdk/index.js';
import { type Connection, connect } from './connect.ts';
import type { Context } from './context.ts';

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
