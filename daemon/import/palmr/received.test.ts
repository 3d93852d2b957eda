import { afterEach, beforeEach, expect, it } from 'vitest';
import { findViolations } from '../../testing/check-invariants.ts';
import { password, signIn } from '../../testing/clients.ts';
import { createPalmr, type PalmrInstance } from '../../testing/import/palmr-instance.ts';
import { listFindings, runImport } from '../../testing/import/run-import.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
let old: PalmrInstance;
let ann: string;

beforeEach(async () => {
  [app, old] = await Promise.all([startApp(), createPalmr()]);
  ann = await old.addUser('ann');
});
afterEach(async () => {
  expect(await findViolations(app.app)).toEqual([]);
  await app.stop();
  await old.close();
});

it('shows what a reverse share has received to nobody but its owner', async () => {
  const reverseShareId = await old.addReverseShare('inbox', ann);
  await old.addReceived(reverseShareId, 'a.txt', { uploaderName: 'Zoe', uploaderEmail: 'zoe@example.org' });
  await old.addReceived(reverseShareId, 'b.txt', { uploaderEmail: 'zoe@example.org' });
  const report = await runImport(app, { program: 'palmr', source: old.folder });
  const client = await signIn(app, { username: 'ann', password });
  const { shares } = await client.shares.list();
  const [share] = shares;
  expect(shares).toMatchObject([{ name: 'Zoe', fileCount: 2, hasPassword: true }]);
  expect(listFindings(report)).toEqual([`share_locked_private ${share?.id} /r/inbox`]);
  const answer = await fetch(`${app.url}/d/${share?.id}`);
  await answer.body?.cancel();
  expect(answer.status).toBe(401);
  // Its owner opens it by setting another password, or none.
  await client.shares.update({ params: { id: share?.id ?? '' }, body: { password: null } });
  expect(await (await fetch(`${app.url}/d/${share?.id}/a.txt`)).text()).toBe('content of a.txt');
});
