import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../start-app.ts';
import { requests } from './requests.ts';
import { makeShare, type ShareCaller, shareCallers } from './share-states.ts';
import { expectedOfShare, type ShareOutcome, shareStateNames } from './share-states-expected.ts';
import { asMet, meetShare, type ShareTarget, shareTargets } from './share-targets.ts';
import { createWorld, type World } from './world.ts';

/**
 * Every route that touches a share, with all credentials that may or may not open it, in every state of a share. The
 * routes are those of the contract: a new one is tested, or fails because it has no request.
 */

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startApp({ env: { FILESHARE_TRUSTED_PROXIES: '127.0.0.1' } });
  world = createWorld(app);
});
afterAll(() => app.stop());

/** A request that only reads, or is refused, leaves the share unchanged for the next. */
const isRepeatable = ({ method }: ShareTarget, caller: ShareCaller, expected: ShareOutcome) =>
  (method === 'GET' || method === 'HEAD' || expected !== 'allowed') && !caller.isAlone;

it('knows every route of a share', () => {
  expect(shareTargets.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['shares.open', 'shares.get', 'files.archive', 'direct.file', 'uploads.append']),
  );
  expect(shareTargets.map(({ id }) => id).filter((id) => !requests[id])).toEqual([]);
});

it.each(shareTargets)(
  '$method $id meets everybody as the table says',
  { timeout: 120_000 },
  async (target) => {
    const owner = await world.member();
    const hasUpload = target.id.startsWith('uploads.');
    const met: Record<string, string> = {};
    const expected: Record<string, string | undefined> = {};
    const byState = expectedOfShare(target.id, target.endpoint);
    for (const state of shareStateNames) {
      const byRole = byState[state];
      if (!byRole) continue;
      const make = () => makeShare(app, world, { owner, state, hasUpload });
      const common = await make();
      await Promise.all(
        shareCallers.map(async (caller) => {
          const outcome = byRole[caller.role];
          const share = isRepeatable(target, caller, outcome) ? common : await make();
          const title = `${state}: ${caller.name}`;
          const presented = await caller.headers({ app, world, owner, share });
          met[title] = await meetShare(target, { app, world, owner, share }, presented);
          expected[title] = asMet(target, outcome);
        }),
      );
    }
    expect(met).toEqual(expected);
  },
);
