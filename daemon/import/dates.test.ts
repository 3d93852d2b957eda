import { afterEach, beforeEach, expect, it } from 'vitest';
import { findViolations } from '../testing/check-invariants.ts';
import { createPalmr, type PalmrInstance } from '../testing/import/palmr-instance.ts';
import { createPingvin, type PingvinInstance } from '../testing/import/pingvin-instance.ts';
import { listFindings, runImport } from '../testing/import/run-import.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

let app: TestApp;
let pingvin: PingvinInstance;
let palmr: PalmrInstance;

beforeEach(async () => {
  [app, pingvin, palmr] = await Promise.all([startApp(), createPingvin(), createPalmr()]);
});
afterEach(async () => {
  expect(await findViolations(app.app)).toEqual([]);
  await Promise.all([app.stop(), pingvin.close(), palmr.close()]);
});

const find = (id: string) => app.app.core.uow.read.shares.findById(id);
const statusOf = async (path: string) => {
  const answer = await fetch(app.url + path, { redirect: 'manual' });
  await answer.body?.cancel();
  return answer.status;
};

/** More than any date, a date after the year 9999, one before 1970, and a text. */
const noDates = [10_000_000_000_000_000, 253_402_300_800_000, -1, 'soon'];

it('locks shares of Pingvin Share whose expiry is no date, and imports the others', async () => {
  const ann = await pingvin.addUser('ann');
  for (const [n, expiration] of noDates.entries())
    await pingvin.addShare(`odd-${n}`, { creatorId: ann, expiration });
  const { id } = await pingvin.addReverseShare(ann, { token: 'odd', shareExpiration: noDates[0] ?? 0 });
  await pingvin.addShare('received', { reverseShareId: id });
  await pingvin.addShare('fine', { createdAt: noDates[0] ?? 0 });
  const source = { program: 'pingvin', source: pingvin.folder } as const;
  const dry = await runImport(app, { ...source, dryRun: true });
  const report = await runImport(app, source);
  expect(listFindings(report)).toEqual(listFindings(dry));
  expect(listFindings(report)).toEqual(
    expect.arrayContaining([
      'reverse_share_closed_expiry /upload/odd',
      ...noDates.map((_, n) => `share_locked_expiry odd-${n}`),
    ]),
  );
  expect(report.counts.shares).toMatchObject({ imported: 6, left: 0 });
  expect([await statusOf('/d/odd-0'), await statusOf('/d/fine')]).toEqual([401, 200]);
  expect(await find('odd-0')).toMatchObject({ expiresAt: null, state: 'active' });
  const row: { expires_at: number | null; closed_at: number | null } | undefined = await app.app.core.database
    .reader('reverse_shares')
    .first('expires_at', 'closed_at');
  expect([row?.expires_at, row?.closed_at !== null]).toEqual([null, true]);
});

it('does the same with shares of Palmr, whose files stay in them', async () => {
  const carol = await palmr.addUser('carol');
  const expiration = noDates[0] ?? 0;
  await palmr.addShare('Odd', [await palmr.addFile(carol, 'a.txt')], {
    row: { creatorId: carol, expiration },
  });
  await palmr.addReverseShare('odd-inbox', carol, { expiration });
  const report = await runImport(app, { program: 'palmr', source: palmr.folder });
  expect(listFindings(report)).toEqual([
    'reverse_share_closed_expiry /r/odd-inbox',
    'share_locked_expiry Odd',
  ]);
  expect([await statusOf('/d/Odd'), (await find('Odd'))?.expiresAt]).toEqual([401, null]);
});
