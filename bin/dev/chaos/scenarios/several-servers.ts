import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCaller } from '../../../../daemon/testing/browser.ts';
import { findPostgres, startPostgres } from '../../../../daemon/testing/engines/postgres-server.ts';
import { hasS3Server } from '../../../../daemon/testing/engines/s3-programs.ts';
import { startS3Server } from '../../../../daemon/testing/engines/s3-server.ts';
import { metadata, offsetStream, sendTus, type TusAnswer } from '../../../../daemon/testing/tus.ts';
import { ServerProcess } from '../processes.ts';
import type { Random } from '../random.ts';
import { type Chaos, type Scenario, SkippedError } from '../scenario.ts';

/**
 * Three servers of one instance on PostgreSQL and S3: each request of an upload goes to a random one, while servers are
 * killed and frozen for longer than others wait for them. What was acknowledged stays, and nothing of one that wakes up
 * counts.
 */
export const severalServers: Scenario = {
  name: 'several-servers',
  isSlow: true,
  async run(chaos) {
    if (!hasS3Server || findPostgres() === null) throw new SkippedError('needs PostgreSQL and Ceph');
    const [postgres, s3] = await Promise.all([startPostgres(), startS3Server()]);
    const bucket = await s3.createBucket();
    const env = {
      FILESHARE_DATABASE_URL: postgres.url,
      FILESHARE_SECRET_KEY: randomBytes(32).toString('hex'),
      FILESHARE_STORAGE: 's3',
      FILESHARE_S3_ENDPOINT: bucket.endpoint ?? '',
      FILESHARE_S3_BUCKET: bucket.bucket,
      FILESHARE_S3_ACCESS_KEY_ID: bucket.accessKeyId,
      FILESHARE_S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
      FILESHARE_S3_FORCE_PATH_STYLE: 'true',
      // The same for all of them.
      FILESHARE_CONFIG_GENERAL_APP_URL: 'http://127.0.0.1:1',
    };
    const servers = await Promise.all(
      ['a', 'b', 'c'].map((name) => ServerProcess.create(path.join(chaos.folder, name), env)),
    );
    try {
      for (const server of servers) await server.start();
      for (let round = 0; round < (chaos.isQuick ? 1 : 3); round += 1) await upload(chaos, servers);
    } finally {
      for (const server of servers) await server.kill();
      await Promise.all([postgres.stop(), s3.stop()]);
    }
  },
};

/** Milliseconds for which a server is frozen; others take its uploads after twenty seconds. */
const frozenFor = 27_000;

async function upload({ random, tally }: Chaos, servers: readonly ServerProcess[]): Promise<void> {
  const content = randomBytes(random.int(30, 50) * 1_000_000 + random.int(0, 4096));
  const draft = await createDraft(random.pick(servers as [ServerProcess]));
  const trouble = makeTrouble(random, servers);
  const ask = <T>(request: (url: string) => Promise<T>, isDone: (answer: T) => boolean) =>
    untilAnswered(random, servers, { request, isDone });
  try {
    const created = await ask(
      (url) =>
        sendTus(`${url}/api/uploads`, {
          method: 'POST',
          token: draft.token,
          headers: {
            'upload-length': String(content.length),
            'upload-metadata': metadata({ shareId: draft.id, filename: 'a.bin' }),
          },
        }),
      ({ status }) => status === 201,
    );
    const location = new URL(created.headers.get('location') ?? '', 'http://127.0.0.1').pathname;
    let acknowledged = 0;
    while (acknowledged < content.length) {
      const { headers } = await ask(
        (url) => sendTus(url + location, { method: 'HEAD', token: draft.token }),
        ({ status }) => status === 200,
      );
      const offset = Number(headers.get('upload-offset'));
      if (offset < acknowledged)
        throw new Error(`${acknowledged} bytes were acknowledged, ${offset} are left`);
      acknowledged = offset;
      if (offset === content.length) break;
      const end = Math.min(content.length, offset + random.magnitude(1000, 8_000_000));
      const answer = await patch(random.pick(servers as [ServerProcess]).url + location, {
        token: draft.token,
        offset,
        bytes: content.subarray(offset, end),
      });
      if (answer?.status === 204) acknowledged = Number(answer.headers.get('upload-offset'));
      if (answer && [404, 410, 460, 500].includes(answer.status)) {
        throw new Error(`an upload was refused with ${answer.status} ${answer.error}`);
      }
    }
  } finally {
    tally.kills += await trouble.stop();
  }
  const headers = { authorization: `Bearer ${draft.token}` };
  await ask(
    (url) => fetch(`${url}/api/shares/${draft.id}/complete`, { method: 'POST', headers }),
    ({ status }) => status === 200,
  );
  for (const { url } of servers) {
    const call = createCaller(url);
    const { body } = await call(`/shares/${draft.id}/token`, { json: {} });
    const visitor = { 'x-share-token': (body as { token: string }).token };
    const listed = await call(`/shares/${draft.id}/files`, { headers: visitor });
    const { files } = listed.body as { files: { id: string }[] };
    if (files.length !== 1) throw new Error(`the share has ${files.length} files`);
    const answer = await fetch(`${url}/api/shares/${draft.id}/files/${files[0]?.id}`, { headers: visitor });
    const [found, sent] = [Buffer.from(await answer.arrayBuffer()), content].map((bytes) =>
      createHash('sha256').update(bytes).digest('hex'),
    );
    if (found !== sent) throw new Error('a file differs');
    tally.files += 1;
    tally.bytes += content.length;
  }
}

async function createDraft({ url }: ServerProcess): Promise<{ id: string; token: string }> {
  const answer = await fetch(`${url}/api/shares`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  const { share, uploadToken } = (await answer.json()) as { share: { id: string }; uploadToken: string };
  return { id: share.id, token: uploadToken };
}

/** Sends bytes; null when there was no answer in time, as from a server that is frozen. */
async function patch(
  url: string,
  { token, offset, bytes }: { token: string; offset: number; bytes: Buffer },
): Promise<TusAnswer | null> {
  const sending = sendTus(url, {
    method: 'PATCH',
    token,
    headers: { ...offsetStream, 'upload-offset': String(offset) },
    body: new Uint8Array(bytes),
  });
  return Promise.race([sending.catch(() => null), sleep(10_000, null)]);
}

/** Asks random servers until one gives the answer that is wanted. */
async function untilAnswered<T>(
  random: Random,
  servers: readonly ServerProcess[],
  { request, isDone }: { request: (url: string) => Promise<T>; isDone: (answer: T) => boolean },
): Promise<T> {
  for (const end = performance.now() + 120_000; ; ) {
    const { url } = random.pick(servers as [ServerProcess]);
    const answer = await Promise.race([request(url).catch(() => null), sleep(10_000, null)]);
    if (answer !== null && isDone(answer)) return answer;
    if (performance.now() > end) throw new Error('no server has answered for two minutes');
    await sleep(200);
  }
}

/** Kills or freezes one server after the other. */
function makeTrouble(random: Random, servers: readonly ServerProcess[]) {
  const stop = new AbortController();
  const wait = (ms: number) => sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined);
  let troubles = 0;
  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      await wait(random.int(300, 2000));
      if (stop.signal.aborted) return;
      const server = random.pick(servers as [ServerProcess]);
      troubles += 1;
      if (random.isLucky(0.5)) {
        await server.kill();
        await server.start();
      } else {
        server.freeze();
        await wait(frozenFor);
        server.thaw();
      }
    }
  }
  const running = run();
  running.catch(() => undefined);
  return {
    async stop(): Promise<number> {
      stop.abort();
      await running;
      return troubles;
    },
  };
}
