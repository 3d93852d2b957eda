import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../start-app.ts';
import { allEndpoints, asAnswered, callEndpoint, cases, prepareRequest } from './call.ts';
import { type Caller, callers } from './callers.ts';
import { expectedOutcome, type Outcome } from './expected.ts';
import { requests } from './requests.ts';
import { createWorld, type World } from './world.ts';

/**
 * Every endpoint, called by all kinds of callers. A refused call must be refused in the right way, and an allowed one
 * must succeed: the requests are right except for their callers.
 */

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startApp({
    env: {
      FILESHARE_TRUSTED_PROXIES: '127.0.0.1',
      FILESHARE_METRICS: 'true',
      FILESHARE_CONFIG_SHARE_ALLOW_REGISTRATION: 'true',
    },
  });
  world = createWorld(app);
});
afterAll(() => app.stop());

it('has a request for every endpoint, and no other', () => {
  const ids = new Set(allEndpoints.map(({ id }) => id));
  expect(Object.keys(requests).sort()).toEqual([...ids].sort());
});

it.each(cases)('$title meets everybody as the table says', async (target) => {
  const { row, endpoint, method } = target;

  async function prepare() {
    const owner = await world.member();
    return { owner, ...(await prepareRequest(world, row, owner)) };
  }

  /** A request that only reads, or is refused, leaves its data unchanged for the next. */
  const isRepeatable = (outcome: Outcome) => method === 'GET' || method === 'HEAD' || outcome !== 'allowed';
  const common = await prepare();

  async function meet(caller: Caller, outcome: Outcome): Promise<string> {
    const { owner, parts, share } = isRepeatable(outcome) ? common : await prepare();
    const presented = await caller.headers({ world, owner, share });
    return callEndpoint(app.url, target, parts, { ...world.nextAddress(), ...presented });
  }

  const outcomes = await Promise.all(
    callers.map(async (caller) => {
      const outcome = expectedOutcome(endpoint, row, caller);
      return { caller: caller.name, expected: asAnswered(method, outcome), met: await meet(caller, outcome) };
    }),
  );
  const listed = (kind: 'met' | 'expected') =>
    Object.fromEntries(outcomes.map((one) => [one.caller, one[kind]]));
  expect(listed('met')).toEqual(listed('expected'));
});
