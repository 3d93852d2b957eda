import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, filesFromPaths } from '#sdk/index.js';
import { findViolations } from '../testing/check-invariants.ts';
import { type NetworkLine, startNetworkLine } from '../testing/engines/network-line.ts';
import {
  findPostgres,
  type PostgresServer,
  type PostgresStandby,
  startPostgres,
} from '../testing/engines/postgres-server.ts';
import { signInAs } from '../testing/members.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

/** A standby takes over, at the address at which the server finds its database. */
describe.skipIf(findPostgres() === null)('a database that fails over', () => {
  let primary: PostgresServer;
  let standby: PostgresStandby;
  let line: NetworkLine;
  let app: TestApp;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fileshare-failover-'));
    primary = await startPostgres({ isDurable: true });
    standby = await primary.startStandby();
    const url = new URL(primary.url);
    line = await startNetworkLine(Number(url.port));
    url.port = String(line.port);
    app = await startApp({ env: { FILESHARE_DATABASE_URL: url.href, FILESHARE_FSYNC: 'commit' } });
  }, 60_000);
  afterAll(async () => {
    await app?.stop();
    await line?.close();
    await standby?.stop();
    await primary?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

  it('loses no share that was acknowledged, and cuts no upload off', { timeout: 90_000 }, async () => {
    const client = createClient({ baseUrl: app.url });
    await client.session.signIn({ identifier: app.admin.username, password: app.admin.password });
    const sent = new Map<string, string>();
    const sendUntil = async (isEnough: () => boolean) => {
      while (!isEnough()) {
        const content = randomBytes(200_000);
        const path = join(folder, `${digestOf(content)}.bin`);
        await writeFile(path, content);
        const { share } = await client.uploadFiles(await filesFromPaths([path]));
        sent.set(share.id, basename(path, '.bin'));
      }
    };
    let countAfter = Number.POSITIVE_INFINITY;
    const sending = Array.from({ length: 4 }, () => sendUntil(() => sent.size >= countAfter));
    await expect.poll(() => sent.size, { timeout: 30_000 }).toBeGreaterThan(5);
    await primary.kill();
    standby.promote();
    line.leadTo(standby.port);
    countAfter = sent.size + 10;
    await Promise.all(sending);

    const { headers } = await signInAs(app, app.admin);
    for (const [id, digest] of sent) {
      const { files } = await client.files.list({ params: { id } });
      expect(files.map(({ sha256 }) => sha256)).toEqual([digest]);
      const answer = await fetch(client.fileUrl(id, files[0]?.id ?? ''), { headers });
      expect(digestOf(new Uint8Array(await answer.arrayBuffer()))).toBe(digest);
    }
    await client.close();
    expect(await findViolations(app.app)).toEqual([]);
  });
});
