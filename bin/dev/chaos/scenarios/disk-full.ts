import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { filesFromPaths, fileUploadJournal, type NodeClient, UploadFailedError } from '#sdk/index.js';
import { metadata, offsetStream, sendTus } from '../../../../daemon/testing/tus.ts';
import { makeBytes, makeFolder, type SourceFolder } from '../folder.ts';
import { ServerProcess } from '../processes.ts';
import { startProxy } from '../proxy.ts';
import { type Chaos, type Scenario, SkippedError } from '../scenario.ts';
import { mountSmallDisk, type SmallDisk } from '../small-disk.ts';
import { checkData, verifyShare } from '../verify.ts';

/**
 * Fills the disk while files arrive: arrived bytes are kept, existing files are served, and free space is all it takes
 * to continue.
 */
export const diskFull: Scenario = {
  name: 'disk-full',
  async run(chaos) {
    for (const place of ['elsewhere', 'same-disk'] as const) {
      const folder = path.join(chaos.folder, place);
      await mkdir(folder);
      const disk = await mountSmallDisk(path.join(folder, 'disk'), 160).catch((error: unknown) => {
        if (!(error instanceof SkippedError)) throw error;
        return null;
      });
      // Only root can mount a separate disk; other users get one write that fails like on a full disk.
      if (!disk) return meetFailingWrite(chaos, path.join(folder, 'data'));
      const server = await ServerProcess.create(path.join(disk.directory, 'data'), {
        ...(place === 'elsewhere' && {
          FILESHARE_DATABASE_URL: `sqlite:${path.join(folder, 'fileshare.db')}`,
        }),
      });
      try {
        await server.start();
        await fillUp(chaos, { server, disk, folder });
      } catch (error) {
        throw new Error(`with the database ${place}`, { cause: error });
      } finally {
        await server.kill();
        await disk.unmount();
      }
    }
  },
};

async function meetFailingWrite(chaos: Chaos, dataDir: string): Promise<void> {
  const server = await ServerProcess.create(dataDir);
  const source = await makeFolder(path.join(chaos.folder, 'refused'), chaos.random, {
    big: [8_000_000],
    small: 0,
  });
  const journal = fileUploadJournal({ directory: path.join(chaos.folder, 'journals'), key: 'refused' });
  try {
    await server.start({ fault: 'upload:written:3:throw=ENOSPC' });
    const client = await server.connect();
    const upload = async () =>
      client.uploadFiles(await filesFromPaths([source.directory]), { journal, parallel: 1 });
    const failure: unknown = await upload().then(
      () => null,
      (error: unknown) => error,
    );
    if (!(failure instanceof UploadFailedError)) {
      throw new Error('a write that failed was not told as a failure', { cause: failure });
    }
    const { share, resumed } = await upload();
    if (resumed === 0) throw new Error('nothing was kept of an upload that met a full disk');
    await verifyShare(chaos, client, { link: share.url, source });
    await client.close();
    await checkData(server);
  } finally {
    await server.kill();
  }
}

interface Place {
  server: ServerProcess;
  disk: SmallDisk;
  folder: string;
}

async function fillUp(chaos: Chaos, place: Place): Promise<void> {
  const { server, disk, folder } = place;
  const client = await server.connect();
  try {
    const earlier = await makeFolder(path.join(folder, 'earlier'), chaos.random, {
      big: [3_000_000],
      small: 5,
    });
    const { share } = await client.uploadFiles(await filesFromPaths([earlier.directory]));
    const whileFull = async () => {
      await expectStatus(`${server.url}/api/health`, 200);
      await expectStatus(`${server.url}/api/health/ready`, 503);
      await verifyShare(chaos, client, { link: share.url, source: earlier });
    };
    await fillUnderRequest(chaos, { ...place, client, whileFull });
    await fillUnderClient(chaos, { ...place, client });
    await disk.fill();
    await server.kill();
    chaos.tally.kills++;
    await disk.clear();
    await server.start();
    await expectStatus(`${server.url}/api/health/ready`, 200);
    await checkData(server);
  } finally {
    await client.close();
  }
}

/** Tests one upload, request by request. */
async function fillUnderRequest(
  chaos: Chaos,
  { server, disk, client, whileFull }: Place & { client: NodeClient; whileFull(): Promise<void> },
): Promise<void> {
  const body = new Uint8Array(makeBytes(20_000_000, chaos.random));
  const begun = 5_000_000;
  const { share, uploadToken: token } = await client.shares.create({ body: {} });
  const created = await sendTus(`${server.url}/api/uploads`, {
    method: 'POST',
    token,
    headers: {
      'upload-length': String(body.length),
      'upload-metadata': metadata({ shareId: share.id, filename: 'big.bin' }),
    },
  });
  const url = server.url + (created.headers.get('location') ?? '');
  const append = (offset: number, end?: number) =>
    sendTus(url, {
      method: 'PATCH',
      token,
      headers: { ...offsetStream, 'upload-offset': String(offset) },
      body: body.slice(offset, end),
    });
  const readOffset = async () =>
    Number((await sendTus(url, { method: 'HEAD', token })).headers.get('upload-offset'));

  await append(0, begun);
  await disk.fill(3_000_000);
  // The answer may be lost when the server refuses while the client is still sending.
  const refused = await append(begun).catch(() => null);
  if (refused && refused.status !== 507) {
    throw new Error(`a disk that fills up was answered with ${refused.status} ${refused.error}`);
  }
  await disk.fill();
  const offset = await readOffset();
  if (!(offset >= begun && offset < body.length))
    throw new Error(`the offset is ${offset} after a full disk`);
  const again = await append(offset, offset + 100_000);
  if (again.status !== 507 || again.error !== 'storage_full') {
    throw new Error(`a full disk was answered with ${again.status} ${again.error}`);
  }
  if ((await readOffset()) !== offset) throw new Error('a refused request has moved the offset');
  await whileFull();

  await disk.clear();
  await expectStatus(`${server.url}/api/health/ready`, 200);
  const rest = await append(offset);
  if (rest.status !== 204)
    throw new Error(`with space again it was answered with ${rest.status} ${rest.error}`);
  const { url: link } = await client.shares.complete({ params: { id: share.id } });
  const digest = await sha256(body);
  const source = { directory: '', digests: new Map([['big.bin', digest]]), bytes: body.length };
  await verifyShare(chaos, client, { link, source });
  await client.shares.remove({ params: { id: share.id } });
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
}

/** Uploads a folder with the SDK, which gives up, and resumes when it is called again. */
async function fillUnderClient(
  chaos: Chaos,
  { server, disk, folder, client }: Place & { client: NodeClient },
): Promise<void> {
  const source: SourceFolder = await makeFolder(path.join(folder, 'folder'), chaos.random, {
    big: [14_000_000, 6_000_000],
    small: 40,
  });
  const journal = fileUploadJournal({ directory: path.join(folder, 'journals'), key: 'full' });
  const proxy = await startProxy(server.port, () => ({ bytesPerSecond: 3_000_000 }));
  const slow = await server.connect(proxy.url);
  let filling: Promise<void> | undefined;
  try {
    const failure = await slow
      .uploadFiles(await filesFromPaths([source.directory]), {
        journal,
        onProgress: ({ bytes }) => {
          if (bytes.sent > 2_000_000) filling ??= disk.fill();
        },
      })
      .then(
        () => null,
        (error: unknown) => error,
      );
    await filling;
    if (!(failure instanceof UploadFailedError)) {
      throw new Error('an upload to a full disk ended otherwise than with its failures', { cause: failure });
    }
    await disk.clear();
    const { share, resumed } = await client.uploadFiles(await filesFromPaths([source.directory]), {
      journal,
    });
    if (resumed === 0) throw new Error('nothing was kept of an upload that met a full disk');
    await verifyShare(chaos, client, { link: share.url, source });
    await client.shares.remove({ params: { id: share.id } });
  } finally {
    await slow.close();
    await proxy.close();
  }
}

async function expectStatus(url: string, status: number): Promise<void> {
  const response = await fetch(url);
  if (response.status !== status) throw new Error(`${url} answers ${response.status}, not ${status}`);
}
