import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorCatalogue } from '#sdk/contract/errors.js';
import { isShareAction } from '#sdk/contract/share-actions.js';
import { cheapPasswords, startApp, type TestApp } from '../start-app.ts';
import { allEndpoints, send } from './call.ts';
import { type RequestRow, requests } from './requests.ts';
import { makeShare, type ShareCaller, shareCallers } from './share-states.ts';
import {
  expectedOfShare,
  type ShareOutcome,
  type ShareStateName,
  shareStateNames,
} from './share-states-expected.ts';
import { createWorld, type TestShare, type World } from './world.ts';

/**
 * Every route that touches a share, with everything that may or may not open it, in every state a share can be in. The
 * routes are those of the contract: a new one is tested, or fails for want of a request.
 */

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startApp({ env: { ...cheapPasswords, FILESHARE_TRUSTED_PROXIES: '127.0.0.1' } });
  world = createWorld(app);
});
afterAll(() => app.stop());

const targets = allEndpoints.filter(
  ({ id, endpoint }) => isShareAction(endpoint.access) || id === 'shares.open',
);

type Target = (typeof targets)[number];

function requestOf({ id }: Target): RequestRow {
  const [first, ...others] = (requests[id] ?? []).filter(({ share }) => share);
  const row = [first, ...others].find((candidate) => candidate?.share === 'active') ?? first;
  if (!row) throw new Error(`no request about a share is known for ${id}`);
  return row;
}

interface Cell {
  target: Target;
  state: ShareStateName;
  caller: ShareCaller;
  share: TestShare;
}

/** The code of the refusal; the status where nothing more is said. */
async function meet({ target, caller, share }: Cell, owner: Awaited<ReturnType<World['member']>>) {
  const row = requestOf(target);
  const { headers, ...parts } = await row.build({ world, owner, share });
  const presented = await caller.headers({ app, world, owner, share });
  const { status, text } = await send(app.url, target, {
    ...parts,
    headers: { ...world.nextAddress(), ...headers, ...presented },
  });
  if (target.method === 'HEAD') return status < 300 ? 'allowed' : `status ${status}`;
  if (status < 300) return 'allowed';
  const { error } = JSON.parse(text) as { error: string };
  return row.answers?.some((code) => code === error) ? 'allowed' : error;
}

function asMet({ method }: Target, outcome: ShareOutcome): string {
  if (method !== 'HEAD' || outcome === 'allowed') return outcome;
  return `status ${errorCatalogue[outcome].status}`;
}

/** What only reads leaves the share as it was for the next. */
const isRepeatable = ({ method }: Target, caller: ShareCaller) =>
  (method === 'GET' || method === 'HEAD') && !caller.isAlone;

it('knows every route of a share', () => {
  expect(targets.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['shares.open', 'shares.get', 'files.archive', 'direct.file', 'uploads.append']),
  );
  expect(targets.filter((target) => !requests[target.id])).toEqual([]);
});

it.each(targets)('$method $id meets everybody as the table says', { timeout: 120_000 }, async (target) => {
  const owner = await world.member();
  const hasUpload = target.id.startsWith('uploads.');
  const met: Record<string, string> = {};
  const expected: Record<string, string> = {};
  for (const state of shareStateNames) {
    const make = () => makeShare(app, world, { owner, state, hasUpload });
    const common = await make();
    await Promise.all(
      shareCallers.map(async (caller) => {
        const share = isRepeatable(target, caller) ? common : await make();
        const title = `${state}: ${caller.name}`;
        met[title] = await meet({ target, state, caller, share }, owner);
        expected[title] = asMet(target, expectedOfShare(target.id, target.endpoint)[state][caller.role]);
      }),
    );
  }
  expect(met).toEqual(expected);
});
