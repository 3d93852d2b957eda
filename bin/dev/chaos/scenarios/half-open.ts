import path from 'node:path';
import { createClient, filesFromPaths, type NodeClient } from '#sdk/index.js';
import { digestFolder, makeFolder } from '../folder.ts';
import { ServerProcess } from '../processes.ts';
import { type Direction, type Proxy, startProxy, type Weather } from '../proxy.ts';
import { type Scenario, SkippedError } from '../scenario.ts';
import { checkData, compare, verifyShare } from '../verify.ts';

const forEver = 600_000;

/** Kills connections silently, and neither end is notified: the client must notice, and continue. */
export const halfOpen: Scenario = {
  name: 'half-open',
  isSlow: true,
  async run(chaos) {
    const { folder, random, tally, isQuick } = chaos;
    if (isQuick) throw new SkippedError('takes minutes');
    const server = await ServerProcess.create(path.join(folder, 'data'));
    await server.start();
    let weather: Weather = {};
    const proxy: Proxy = await startProxy(server.port, () => weather);
    /** The connections of a new client are killed while they are used; those made after the first death survive. */
    const throughDying = async (direction: Direction, work: (client: NodeClient) => Promise<void>) => {
      const trouble = { kind: 'freeze', direction, afterBytes: 300_000, forMs: forEver } as const;
      const before = proxy.troubles;
      weather = { trouble };
      const watch = setInterval(() => {
        if (proxy.troubles > before) weather = {};
      }, 100);
      const client = createClient({ baseUrl: proxy.url });
      try {
        await work(client);
      } finally {
        clearInterval(watch);
        await client.close();
      }
      if (proxy.troubles === before) throw new Error('no connection died');
    };
    const near = await server.connect();
    try {
      const source = await makeFolder(path.join(folder, 'files'), random, {
        big: [9_000_000, 5_000_000],
        small: 5,
      });
      let link = '';
      await throughDying('up', async (client) => {
        const { share } = await client.uploadFiles(await filesFromPaths([source.directory]));
        link = share.url;
      });
      await verifyShare(chaos, near, { link, source });
      const directory = path.join(folder, 'back');
      await throughDying('down', async (client) => {
        const { failed } = await client.downloadShare(link.replace(server.url, proxy.url), { directory });
        if (failed[0]) throw failed[0].error;
      });
      compare(chaos, await digestFolder(directory), { source, where: 'downloaded' });
      tally.cuts += proxy.troubles;
      await checkData(server);
    } finally {
      await near.close();
      await proxy.close();
      await server.kill();
    }
  },
};
