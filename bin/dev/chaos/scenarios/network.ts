import { rm } from 'node:fs/promises';
import path from 'node:path';
import { filesFromPaths, fileUploadJournal } from '#sdk/index.js';
import { digestFolder, makeFolder, type SourceFolder } from '../folder.ts';
import { insist } from '../insist.ts';
import { ServerProcess } from '../processes.ts';
import { changeable, startProxy } from '../proxy.ts';
import type { Chaos, Scenario } from '../scenario.ts';
import { uploadWithTusClient } from '../tus-client.ts';
import { checkData, compare, verifyShare } from '../verify.ts';

/** Sends and downloads with our own client through a bad network. */
export const network: Scenario = {
  name: 'network',
  run: (chaos) =>
    throughBadNetwork(chaos, async ({ server, url, source, round }) => {
      const near = await server.connect();
      const client = await insist(() => server.connect(url));
      try {
        const journal = fileUploadJournal({
          directory: path.join(chaos.folder, 'journals'),
          key: `${round}`,
        });
        const { share } = await insist(async () =>
          client.uploadFiles(await filesFromPaths([source.directory]), { journal }),
        );
        await verifyShare(chaos, near, { link: share.url, source });
        const directory = `${source.directory}-back`;
        await insist(async () => {
          const { failed } = await client.downloadShare(share.id, { directory, overwrite: 'rename' });
          if (failed[0]) throw failed[0].error;
        });
        compare(chaos, await digestFolder(directory), { source, where: 'downloaded through the network' });
        await rm(directory, { recursive: true });
      } finally {
        await Promise.all([client.close(), near.close()]);
      }
    }),
};

/** Does the same with unmodified tus-js-client from the registry. */
export const stockClient: Scenario = {
  name: 'stock-tus-client',
  run: (chaos) =>
    throughBadNetwork(chaos, async ({ server, url, source }) => {
      const client = await server.connect();
      try {
        const { share, uploadToken } = await client.shares.create({ body: {} });
        await uploadWithTusClient(url, { shareId: share.id, uploadToken, source });
        const { url: link } = await client.shares.complete({ params: { id: share.id } });
        await verifyShare(chaos, client, { link, source });
      } finally {
        await client.close();
      }
    }),
};

interface Round {
  server: ServerProcess;
  /** The URL of the server through the proxy. */
  url: string;
  source: SourceFolder;
  round: number;
}

async function throughBadNetwork(chaos: Chaos, work: (round: Round) => Promise<void>): Promise<void> {
  const { folder, random, tally, isQuick } = chaos;
  const server = await ServerProcess.create(path.join(folder, 'data'), {
    FILESHARE_CONFIG_SHARE_CHUNK_SIZE: '5000000',
  });
  await server.start();
  const proxy = await startProxy(server.port, changeable(random, 8_000_000));
  try {
    for (let round = 0; round < (isQuick ? 1 : 6); round++) {
      const source = await makeFolder(path.join(folder, `round-${round}`), random, {
        big: [random.int(5_000_000, 20_000_000)],
        small: random.int(10, isQuick ? 20 : 60),
      });
      await work({ server, url: proxy.url, source, round });
      await rm(source.directory, { recursive: true });
    }
    tally.cuts += proxy.troubles;
    await checkData(server);
    tally.notes.push(...server.errors);
  } finally {
    await proxy.close();
    await server.kill();
  }
}
