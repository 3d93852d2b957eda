import { expect, it } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import type { ShareDetails } from '#sdk/contract/shares.js';
import { fileUploadJournal, NetworkError } from '#sdk/index.js';
import { connect } from '../server/connect.ts';
import { testContext } from '../testing/context.ts';
import { aShare } from '../testing/shares.ts';
import { stub } from '../testing/stub.ts';
import type { Actions, Loaded } from '../ui/dashboard-items.ts';
import { noteCommand } from '../upload/left-uploads.ts';
import { journalFolder } from '../upload/resume.ts';
import { createActions } from './actions.ts';

const server = 'https://files.example.org';

async function setUp(env: NodeJS.ProcessEnv = {}) {
  const list = stub(() => ({ shares: [aShare()] }));
  const client = { shares: { list }, users: { me: stub(() => ({ username: 'bob' })) } };
  const { context } = testContext({ client, env });
  await context.profiles.save(server, { username: 'ann' });
  const actions = createActions(context, await connect(context));
  return { actions, list, context };
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

it('shows the draft of an interrupted upload once, where it can be continued', async () => {
  const drafts = [
    aShare({ id: 'draft1', state: 'draft', url: `${server}/s/draft1` }),
    aShare({ id: 'draft2', state: 'draft', url: `${server}/s/draft2` }),
  ];
  const { actions, list, context } = await setUp();
  list.mockResolvedValue({ shares: drafts });
  const journal = noteCommand(
    context,
    fileUploadJournal({ directory: journalFolder(context), key: 'k' }),
    'k',
  );
  await journal.begin({ share: drafts[0] as ShareDetails, uploadToken: 'fsu_1' });
  const last = (await shownBy(actions)).at(-1);
  expect(last?.items).toMatchObject([{ kind: 'upload' }, { kind: 'share', share: { id: 'draft2' } }]);
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
