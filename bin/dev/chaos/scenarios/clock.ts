import { readdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, createClient, filesFromPaths, type NodeClient } from '#sdk/index.js';
import { metadata, offsetStream, sendTus } from '../../../../daemon/testing/tus.ts';
import { makeFolder, type SourceFolder } from '../folder.ts';
import { ServerProcess } from '../processes.ts';
import { startProxy, type Weather } from '../proxy.ts';
import type { Random } from '../random.ts';
import { type Chaos, type Scenario, SkippedError } from '../scenario.ts';
import { checkData, verifyShare } from '../verify.ts';

const hour = 3600;
const day = 24 * hour;

/** Milliseconds: long enough for the jobs that run every minute. */
const minute = 65_000;

/** Offset of the server's clock in seconds, and its duration in milliseconds; one after the other. */
const jumps = [
  { offset: hour + 60, stay: 1500 },
  { offset: 0, stay: 1500 },
  { offset: -hour, stay: 5000 },
  { offset: 10 * day, stay: minute },
  { offset: 0, stay: minute },
  { offset: -10 * day, stay: minute },
  { offset: 0, stay: 5000 },
] as const;

/**
 * Lets the clock jump during an upload: it continues, a waiting one is kept, and expired shares stay expired. Shares
 * that have expired only because of a jump keep their files.
 */
export const clock: Scenario = {
  name: 'clock-jumps',
  isSlow: true,
  async run(chaos) {
    const { folder, random, isQuick } = chaos;
    const clockFile = path.join(folder, 'clock');
    const jump = async (seconds: number) => {
      await writeFile(`${clockFile}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`);
      // Renamed at once, because it is read at every request for the time.
      await rename(`${clockFile}.new`, clockFile);
    };
    await jump(0);
    const server = await ServerProcess.create(path.join(folder, 'data'), {
      LD_PRELOAD: await findLibrary(),
      FAKETIME_TIMESTAMP_FILE: clockFile,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    });
    await server.start();
    const weather: Weather = { bytesPerSecond: 200_000 };
    const proxy = await startProxy(server.port, () => weather);
    // Not signed in, because sessions may end when the clock jumps.
    const near = createClient({ baseUrl: server.url });
    const far = createClient({ baseUrl: proxy.url });
    const stop = new AbortController();
    try {
      const expiring = (await publish(near, path.join(folder, 'expiring'), { random, expiration: '1-hours' }))
        .id;
      const kept: Published[] = [];
      for (let index = 0; index < 6; index++) {
        kept.push(await publish(near, path.join(folder, `kept-${index}`), { random, expiration: '3-days' }));
      }
      await jump(hour + 60);
      await expectExpired(near, expiring, hour + 60);
      // The host confirms that the clock is right: from here on the share has expired, whatever the clock does.
      await confirmClock(server);
      const waiting = await beginUpload(server.url, near);
      const source = await makeFolder(path.join(folder, 'files'), random, {
        big: [isQuick ? 5_000_000 : 80_000_000],
        small: 5,
      });
      const uploading = far.uploadFiles(await filesFromPaths([source.directory]), { signal: stop.signal });
      uploading.catch(() => undefined);
      for (const { offset, stay } of isQuick ? jumps.slice(0, 2) : jumps) {
        const before = proxy.forwarded.up;
        await jump(offset);
        await wakePurge(near);
        await Promise.race([sleep(stay), uploading]);
        if (proxy.forwarded.up <= before)
          throw new Error(`the upload stands still with the clock off by ${offset} s`);
        await expectExpired(near, expiring, offset);
        await expectKept(kept, { chaos, client: near, offset, dataDir: server.dataDir });
        await waiting.expectKept(offset);
      }
      weather.bytesPerSecond = Number.POSITIVE_INFINITY;
      const { share } = await uploading;
      await waiting.finish();
      await verifyShare(chaos, near, { link: share.url, source });
      await checkData(server);
    } finally {
      stop.abort();
      await Promise.all([near.close(), far.close()]);
      await proxy.close();
      await server.kill();
    }
  },
};

async function findLibrary(): Promise<string> {
  for (const folder of await readdir('/usr/lib').catch((): string[] => [])) {
    const file = path.join('/usr/lib', folder, 'faketime');
    if ((await readdir(file).catch((): string[] => [])).includes('libfaketimeMT.so.1')) {
      return path.join(file, 'libfaketimeMT.so.1');
    }
  }
  throw new SkippedError('libfaketime is not installed');
}

interface Published {
  id: string;
  link: string;
  source: SourceFolder;
}

async function publish(
  client: NodeClient,
  directory: string,
  { random, expiration }: { random: Random; expiration: string },
): Promise<Published> {
  const source = await makeFolder(directory, random, { big: [300_000], small: 2 });
  const { share } = await client.uploadFiles(await filesFromPaths([source.directory]), {
    share: { expiration },
  });
  return { id: share.id, link: share.url, source };
}

async function confirmClock(server: ServerProcess): Promise<void> {
  const client = await server.connect();
  await client.system.confirmClock();
  await client.jobs.run({ params: { name: 'shares.purge' } });
  await client.close();
}

/** Shares that last three days: nobody can open them ten days later, and every byte still exists. */
async function expectKept(
  shares: readonly Published[],
  { chaos, client, offset, dataDir }: { chaos: Chaos; client: NodeClient; offset: number; dataDir: string },
): Promise<void> {
  const blobs = await readdir(path.join(dataDir, 'blobs'), { recursive: true, withFileTypes: true });
  if (blobs.filter((entry) => entry.isFile()).length < shares.length) {
    throw new Error(`files of shares are gone with the clock off by ${offset} s`);
  }
  for (const { id, link, source } of shares) {
    if (offset > 3 * day) await expectExpired(client, id, offset);
    else await verifyShare(chaos, client, { link, source });
  }
}

const expiredCodes: ReadonlySet<string> = new Set(['share_not_found', 'share_removed']);

async function expectExpired(client: NodeClient, id: string, offset: number): Promise<void> {
  const answer = await client.shares.open({ params: { id }, body: {} }).catch((error: unknown) => error);
  if (answer instanceof AppError && expiredCodes.has(answer.code)) return;
  throw new Error(`an expired share opens with the clock off by ${offset} s`, { cause: answer });
}

/** Begins an upload whose client pauses for a while. */
async function beginUpload(serverUrl: string, client: NodeClient) {
  const { share, uploadToken: token } = await client.shares.create({ body: {} });
  const created = await sendTus(`${serverUrl}/api/uploads`, {
    method: 'POST',
    token,
    headers: {
      ...offsetStream,
      'upload-length': '6',
      'upload-metadata': metadata({ shareId: share.id, filename: 'waiting.txt' }),
    },
    body: new Uint8Array(Buffer.from('wai')),
  });
  const url = serverUrl + (created.headers.get('location') ?? '');
  return {
    async expectKept(offset: number) {
      const { status, headers } = await sendTus(url, { method: 'HEAD', token });
      if (status === 200 && headers.get('upload-offset') === '3') return;
      throw new Error(`an upload that waited was given up with the clock off by ${offset} s: ${status}`);
    },
    async finish() {
      const headers = { ...offsetStream, 'upload-offset': '3' };
      const body = new Uint8Array(Buffer.from('ted'));
      const { status } = await sendTus(url, { method: 'PATCH', token, headers, body });
      if (status !== 204) throw new Error(`an upload that waited could not be finished: ${status}`);
    },
  };
}

/** Removing a share wakes the job that also handles expired ones. */
async function wakePurge(client: NodeClient): Promise<void> {
  const { share, uploadToken } = await client.shares.create({ body: {} });
  await client.shares.remove({ params: { id: share.id } }, { token: uploadToken });
}
