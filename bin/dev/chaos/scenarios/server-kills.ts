import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { filesFromPaths, fileUploadJournal } from '#sdk/index.js';
import { makeFolder } from '../folder.ts';
import { insist } from '../insist.ts';
import { ServerProcess } from '../processes.ts';
import type { Chaos, Scenario } from '../scenario.ts';
import { checkData, verifyShare } from '../verify.ts';

/** Kills the server at random moments while a folder is uploaded; the client continues until everything has arrived. */
export const serverKills: Scenario = {
  name: 'server-kills',
  share: 0.5,
  async run(chaos) {
    const { folder, random, tally } = chaos;
    const server = await ServerProcess.create(path.join(folder, 'data'), {
      FILESHARE_CONFIG_SHARE_CHUNK_SIZE: String(random.pick([1_000_000, 5_000_000, 50_000_000])),
    });
    await server.start();
    const client = await server.connect();
    try {
      for (let round = 0; tally.kills < chaos.kills; round++) {
        const source = await makeFolder(path.join(folder, `round-${round}`), random, {
          big: [random.int(8, 40) * 1_000_000 + random.int(0, 4096), 12_345_678],
          small: random.int(50, 250),
        });
        const journal = fileUploadJournal({ directory: path.join(folder, 'journals'), key: `${round}` });
        const killer = startKiller(chaos, server);
        try {
          const { share } = await insist(async () =>
            client.uploadFiles(await filesFromPaths([source.directory]), {
              journal,
              onProgress: killer.handleActivity,
            }),
          );
          await killer.stop();
          await verifyShare(chaos, client, { link: share.url, source });
          await client.shares.remove({ params: { id: share.id } });
        } finally {
          await killer.stop();
        }
        await rm(source.directory, { recursive: true });
      }
      await checkData(server);
      tally.notes.push(...server.errors);
    } finally {
      await client.close();
      await server.kill();
    }
  },
};

/** Kills and restarts the server repeatedly, mostly shortly after bytes have begun to move. */
function startKiller({ random, tally, kills }: Chaos, server: ServerProcess) {
  let isStopped = false;
  let notice = () => {};
  const loop = async () => {
    while (!isStopped && tally.kills < kills) {
      const activity = new Promise<void>((resolve) => {
        notice = resolve;
      });
      await Promise.race([activity, sleep(random.int(0, 1500))]);
      await sleep(random.int(0, 350));
      if (isStopped) return;
      await server.kill();
      tally.kills++;
      await server.start();
    }
  };
  const running = loop();
  // The result is awaited when it is stopped.
  running.catch(() => undefined);
  return {
    handleActivity: () => notice(),
    async stop() {
      isStopped = true;
      notice();
      await running;
    },
  };
}
