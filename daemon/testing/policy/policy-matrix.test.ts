import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../start-app.ts';
import { allEndpoints, asAnswered, callEndpoint, cases, prepareRequest } from './call.ts';
import { type Caller, callers } from './callers.ts';
import { expectedOutcome } from './expected.ts';
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

  async function meet(caller: Caller): Promise<string> {
    const owner = await world.member();
    const { parts, share } = await prepareRequest(world, row, owner);
    return callEndpoint(app.url, target, parts, await caller.headers({ world, owner, share }));
  }

  const met = await Promise.all(callers.map(async (caller) => [caller.name, await meet(caller)] as const));
  const expected = callers.map((caller) => [
    caller.name,
    asAnswered(method, expectedOutcome(endpoint, row, caller)),
  ]);
  expect(Object.fromEntries(met)).toEqual(Object.fromEntries(expected));
});
