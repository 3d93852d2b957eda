import { AppError } from '#sdk/contract/errors.js';
import type { ReverseShareInvitation } from '#sdk/contract/reverse-shares.js';
import { type ShownState, shownState } from '#sdk/contract/shares/shown-state.js';
import type { Share } from '#sdk/contract/shares.js';
import type { Client, Context } from '../context.ts';
import { followReverseShareLink } from '../find/reverse-share.ts';
import { locateShare } from '../find/share.ts';

/**
 * - `granted`: the caller can see it, usually because it is theirs
 * - `free`: opens without a password, as often as one likes
 * - `limited`: opens without a password, `maxViews` times at most
 * - `password`: requires a password
 */
type Access = 'granted' | 'free' | 'limited' | 'password';

export interface ShareInfo {
  kind: 'share';
  server: string;
  id: string;
  access: Access;
  /** null: no limit, or none that the server tells before the share is opened */
  maxViews: number | null;
  /** null: nobody sees more before it is opened */
  share: Share | null;
  /** null: only its owner may know */
  state: ShownState | null;
}

export interface ReverseShareInfo {
  kind: 'reverseShare';
  server: string;
  invitation: ReverseShareInvitation;
}

/**
 * Asks what a visitor can know of a share before opening it, which would use up a view.
 *
 * @throws AppError for a share that cannot be opened at all, such as `share_removed`
 */
export async function readShareInfo(context: Context, link: string): Promise<ShareInfo> {
  const { client, server, id } = await locateShare(context, link);
  const found = { kind: 'share', server, id } as const;
  try {
    const share = await client.shares.get({ params: { id } });
    return { ...found, access: 'granted', maxViews: null, share, state: await readState(client, id) };
  } catch (error) {
    const closed = readClosed(error);
    if (!closed) throw error;
    return { ...found, ...closed, share: null, state: null };
  }
}

/** Its owner sees a share also when nobody else can open it. Keys and senders may not ask for its state. */
async function readState(client: Client, id: string): Promise<ShownState | null> {
  try {
    return shownState(await client.shares.getOwned({ params: { id } }));
  } catch (error) {
    if (error instanceof AppError && error.status === 403) return null;
    throw error;
  }
}

/** Returns what opens the share; null for an error that says that nothing does. */
function readClosed(error: unknown): Pick<ShareInfo, 'access' | 'maxViews'> | null {
  if (!(error instanceof AppError)) return null;
  if (error.code === 'share_password_required') return { access: 'password', maxViews: null };
  if (error.code !== 'share_token_required') return null;
  // Zero: there is no limit.
  const maxViews = Number(error.params['maxViews'] ?? 0);
  return maxViews === 0 ? { access: 'free', maxViews: null } : { access: 'limited', maxViews };
}

/** @throws AppError for a reverse share that accepts no files, such as `reverse_share_closed` */
export async function readReverseShareInfo(context: Context, link: string): Promise<ReverseShareInfo> {
  const { reverseShareToken: token, client, server } = await followReverseShareLink(context, link);
  const invitation = await client.reverseShares.invitation({ params: { token } });
  return { kind: 'reverseShare', server, invitation };
}
