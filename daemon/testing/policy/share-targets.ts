import { errorCatalogue } from '#sdk/contract/errors.js';
import { isShareAction } from '#sdk/contract/shares/actions.js';
import type { Member } from '../members.ts';
import type { TestApp } from '../start-app.ts';
import { allEndpoints, send } from './call.ts';
import type { RequestRow } from './request-rows.ts';
import { requests } from './requests.ts';
import type { ShareOutcome } from './share-states-expected.ts';
import type { TestShare, World } from './world.ts';

/** Every route that touches a share. */
export const shareTargets = allEndpoints.filter(
  ({ id, endpoint }) => isShareAction(endpoint.access) || id === 'shares.open',
);

export type ShareTarget = (typeof shareTargets)[number];

function requestOf({ id }: ShareTarget): RequestRow {
  const [first, ...others] = (requests[id] ?? []).filter(({ share }) => share);
  const row = [first, ...others].find((candidate) => candidate?.share === 'active') ?? first;
  if (!row) throw new Error(`no request about a share is known for ${id}`);
  return row;
}

/** The data of a request, and the server it is sent to. */
export interface ShareCell {
  app: TestApp;
  world: World;
  owner: Member;
  share: TestShare;
}

/** Returns the error code of a route, or the status if there is no code. */
export async function meetShare(
  target: ShareTarget,
  { app, ...cell }: ShareCell,
  presented: Record<string, string>,
): Promise<string> {
  const row = requestOf(target);
  const { headers, ...parts } = await row.build(cell);
  const { status, text } = await send(app.url, target, {
    ...parts,
    headers: { ...cell.world.nextAddress(), ...headers, ...presented },
  });
  if (status < 300) return 'allowed';
  if (target.method === 'HEAD') return `status ${status}`;
  const { error } = JSON.parse(text) as { error: string };
  return row.answers?.some((code) => code === error) ? 'allowed' : error;
}

/** Returns how an outcome appears: the answer to a HEAD has only a status. */
export function asMet({ method }: ShareTarget, outcome: ShareOutcome | undefined): string | undefined {
  if (method !== 'HEAD' || outcome === 'allowed' || outcome === undefined) return outcome;
  return `status ${errorCatalogue[outcome].status}`;
}
