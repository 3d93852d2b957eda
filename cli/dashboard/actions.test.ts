import { expect, it } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import { NetworkError } from '#sdk/index.js';
import { connect } from '../server/connect.ts';
import { testContext } from '../testing/context.ts';
import { aShare } from '../testing/shares.ts';
import { stub } from '../testing/stub.ts';
import type { Actions, Loaded } from '../ui/dashboard-items.ts';
import { createActions } from './actions.ts';

const server = 'https://files.example.org';

async function setUp(env: NodeJS.ProcessEnv = {}) {
  const list = stub(() => ({ shares: [aShare()] }));
  const client = { shares: { list }, users: { me: stub(() => ({ username: 'bob' })) } };
  const { context } = testContext({ client, env });
  await context.profiles.save(server, { username: 'ann' });
  const actions = createActions(context, await connect(context));
  return { actions, list };
}

/** What is shown, one after the other, by one load. */
async function shownBy({ load }: Actions): Promise<Loaded[]> {
  const shown: Loaded[] = [];
  await load((loaded) => shown.push(loaded));
  return shown;
}

it('shows who is signed in without asking, then the shares', async () => {
  const { actions } = await setUp();
  expect(await shownBy(actions)).toMatchObject([
    { title: `ann on ${server}`, items: [], problem: null },
    { title: `ann on ${server}`, items: [{ kind: 'share' }], problem: '' },
  ]);
});

it('asks whose key it uses', async () => {
  const { actions } = await setUp({ FILESHARE_URL: server, FILESHARE_TOKEN: 'fsk_1' });
  expect(await shownBy(actions)).toMatchObject([{ title: server }, { title: `bob on ${server}` }]);
});

it.each([
  [
    new NetworkError('down'),
    `${server} doesn't answer; still trying. To find out why, run: fileshare doctor`,
  ],
  [new AppError('server_certificate', { problem: 'expired' }), 'certificate'],
  [new AppError('session_expired'), 'Run: fileshare login'],
])('keeps what is known when the server answers with %s, and says how to go on', async (error, text) => {
  const { actions, list } = await setUp();
  await shownBy(actions);
  list.mockRejectedValueOnce(error);
  const [, last] = await shownBy(actions);
  expect(last).toMatchObject({ title: `ann on ${server}`, items: [{ kind: 'share' }] });
  expect(last?.problem).toContain(text);
  expect(last?.problem).not.toContain('\n');
});
