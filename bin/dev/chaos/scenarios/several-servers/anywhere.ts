import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCaller } from '../../../../../daemon/testing/browser.ts';
import { metadata, offsetStream, sendTus, type TusAnswer } from '../../../../../daemon/testing/tus.ts';
import type { ServerProcess } from '../../processes.ts';
import type { Random } from '../../random.ts';
import type { Chaos } from '../../scenario.ts';

/** Asks random servers until one gives the answer that is wanted. */
type Ask = <T>(request: (url: string) => Promise<T>, isDone: (answer: T) => boolean) => Promise<T>;

/** Milliseconds after which a server is believed to be frozen. */
const patience = 10_000;

/** Sends each request of an upload to a random server, past the load balancer. What was acknowledged stays. */
export async function uploadAnywhere(
  { random, tally }: Chaos,
  servers: readonly ServerProcess[],
): Promise<void> {
  const ask = askAnyOf(servers, random);
  const content = randomBytes(random.int(10, 30) * 1_000_000 + random.int(0, 4096));
  const draft = await createDraft(ask);
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
  for (let acknowledged = 0; acknowledged < content.length; ) {
    const { headers } = await ask(
      (url) => sendTus(url + location, { method: 'HEAD', token: draft.token }),
      ({ status }) => status === 200,
    );
    const offset = Number(headers.get('upload-offset'));
    if (offset < acknowledged) throw new Error(`${acknowledged} bytes were acknowledged, ${offset} are left`);
    acknowledged = offset;
    const end = Math.min(content.length, offset + random.magnitude(1000, 8_000_000));
    const answer = await patch(pickOf(servers, random).url + location, {
      token: draft.token,
      offset,
      bytes: content.subarray(offset, end),
    });
    if (answer?.status === 204) acknowledged = Number(answer.headers.get('upload-offset'));
    if (answer && [404, 410, 460, 500].includes(answer.status)) {
      throw new Error(`an upload was refused with ${answer.status} ${answer.error}`);
    }
  }
  const headers = { authorization: `Bearer ${draft.token}` };
  await ask(
    (url) => fetch(`${url}/api/shares/${draft.id}/complete`, { method: 'POST', headers }),
    ({ status }) => status === 200,
  );
  const expected = digestOf(content);
  for (let times = 0; times < servers.length; times += 1) {
    const found = await ask(
      (url) => downloadOnlyFile(url, draft.id),
      (digest) => digest !== null,
    );
    if (found !== expected) throw new Error('a file differs');
    tally.files += 1;
    tally.bytes += content.length;
  }
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const pickOf = (servers: readonly ServerProcess[], random: Random): ServerProcess =>
  random.pick(servers as [ServerProcess]);

/** Returns the digest of the file of a share; null when the server is not available now. */
async function downloadOnlyFile(url: string, id: string): Promise<string | null> {
  const call = createCaller(url);
  const opened = await call(`/shares/${id}/token`, { json: {} });
  if (opened.status >= 500) return null;
  const visitor = { 'x-share-token': (opened.body as { token: string }).token };
  const listed = await call(`/shares/${id}/files`, { headers: visitor });
  if (listed.status >= 500) return null;
  const { files } = listed.body as { files: { id: string }[] };
  if (files.length !== 1) throw new Error(`the share has ${files.length} files`);
  const answer = await fetch(`${url}/api/shares/${id}/files/${files[0]?.id}`, { headers: visitor });
  return answer.status >= 500 ? null : digestOf(Buffer.from(await answer.arrayBuffer()));
}

async function createDraft(ask: Ask): Promise<{ id: string; token: string }> {
  const answer = await ask(
    (url) => createCaller(url)('/shares', { json: {} }),
    ({ status }) => status === 201,
  );
  const { share, uploadToken } = answer.body as { share: { id: string }; uploadToken: string };
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
  return Promise.race([sending.catch(() => null), sleep(patience, null)]);
}

function askAnyOf(servers: readonly ServerProcess[], random: Random): Ask {
  return async (request, isDone) => {
    for (const end = performance.now() + 120_000; ; ) {
      const { url } = pickOf(servers, random);
      const answer = await Promise.race([request(url).catch(() => null), sleep(patience, null)]);
      if (answer !== null && isDone(answer)) return answer;
      if (performance.now() > end) throw new Error('no server has answered for two minutes');
      await sleep(200);
    }
  };
}
