import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NodeClient } from '#sdk/index.js';
import { createCaller } from '../../testing/browser.ts';
import { findViolations } from '../../testing/check-invariants.ts';
import { signIn } from '../../testing/clients.ts';
import { createDraft, type Draft, publish, upload } from '../../testing/drafts.ts';
import { signInAs } from '../../testing/members.ts';
import { createReverseShare, sendBy } from '../../testing/reverse-shares.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { usesServer } from '../../testing/test-database.ts';

/** An owner, senders and visitors do everything to the same few shares at the same moment, while the jobs run. */

let app: TestApp;
let owner: NodeClient;
let headers: Record<string, string>;

beforeAll(async () => {
  app = await startApp({
    env: {
      FILESHARE_ADDRESS_LIMIT_FACTOR: '1000',
      FILESHARE_TRUSTED_PROXIES: '127.0.0.1',
      FILESHARE_CONFIG_SHARE_ZIP_COMPRESSION_LEVEL: '1',
    },
  });
  owner = await signIn(app);
  ({ headers } = await signInAs(app, app.admin));
});
afterAll(() => app.stop());

const jobs = [
  'files.count-downloads',
  'files.build-archives',
  'shares.purge',
  'shares.discard-abandoned',
  'uploads.remove-unused',
  'uploads.finish-interrupted',
];

const paths = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];

async function publishShare(): Promise<Draft> {
  const share = await createDraft(app, {}, headers);
  for (const path of paths) await upload(app, share, { path, text: path });
  expect(await publish(app, share)).toBe(200);
  return share;
}

const call = async (path: string, options: Parameters<ReturnType<typeof createCaller>>[1] = {}) =>
  (await createCaller(app.url)(path, { headers, ...options })).status;

async function download(path: string): Promise<number> {
  const answer = await fetch(`${app.url}/api${path}`, { headers });
  await answer.arrayBuffer();
  return answer.status;
}

async function add({ id }: Draft, name: string): Promise<number> {
  const { body } = await createCaller(app.url)(`/shares/${id}/append`, { headers, json: {} });
  const token = (body as { uploadToken?: string }).uploadToken ?? 'none';
  const sent = await Promise.all(
    [`${name}.txt`, `${name}.bin`].map((path) => upload(app, { id, token }, { path, text: path, sent: 3 })),
  );
  await publish(app, { id, token });
  return Math.max(...sent.map(({ status }) => status));
}

async function removeFile({ id }: Draft, index: number): Promise<number> {
  const { body } = await createCaller(app.url)(`/shares/${id}/files`, { headers });
  const file = (body as { files?: { id: string }[] }).files?.at(index);
  return call(`/shares/${id}/files/${file?.id ?? 'f'.repeat(32)}`, { method: 'DELETE' });
}

async function send(token: string): Promise<number> {
  const { draft, status } = await sendBy(app, { token });
  if (status !== 201) return status;
  await upload(app, draft, { path: 'a.txt', text: 'a' });
  return publish(app, draft);
}

/** Each attempt replaces the one before, which is not finished. */
async function sendAgain(draft: Draft, sent: number): Promise<number> {
  return (await upload(app, draft, { path: 'again.txt', text: 'x'.repeat(2000), sent })).status;
}

async function countDeadlocks(): Promise<number> {
  if (!usesServer()) return 0;
  const found: { deadlocks: number } = await app.app.core.database
    .reader('pg_stat_database')
    .whereRaw('datname = current_database()')
    .first('deadlocks');
  return found.deadlocks;
}

it('leaves everything counted right, and nobody waits in a circle', async () => {
  const shares = await Promise.all(Array.from({ length: 4 }, publishShare));
  const draft = await createDraft(app, {}, headers);
  for (let round = 0; round < 3; round += 1) {
    const { id, token } = await createReverseShare(owner, { maxUses: 3 });
    const going = await publishShare();
    const statuses = await Promise.all([
      ...[...shares, going].flatMap((share) => [
        add(share, `new${round}`),
        removeFile(share, 0),
        removeFile(share, 0),
        removeFile(share, -1),
        call(`/shares/${share.id}`, {
          method: 'PATCH',
          json: { name: `Round ${round}`, maxViews: 50 + round },
        }),
        call(`/shares/${share.id}/token`, { json: {} }),
        download(`/shares/${share.id}/archive`),
      ]),
      ...Array.from({ length: 6 }, () => send(token)),
      ...Array.from({ length: 6 }, (_, index) => sendAgain(draft, index)),
      call(`/shares/${going.id}`, { method: 'DELETE' }),
      call(`/reverseShares/${id}`, { method: 'DELETE' }),
      ...jobs.map(async (job) => {
        await app.app.jobs.run(job);
        return 200;
      }),
    ]);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  }
  expect(await findViolations(app.app)).toEqual([]);
  expect(await countDeadlocks()).toBe(0);
});
