import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { filesFromPaths, type NodeClient } from '#sdk/index.js';
import { makeFolder } from '../../folder.ts';
import { insist } from '../../insist.ts';
import type { Chaos, Scenario } from '../../scenario.ts';
import { checkData } from '../../verify.ts';
import { uploadAnywhere } from './anywhere.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { exhaustLimits, makeShare } from './counters.ts';
import { byCommand, byTusClient } from './transfers.ts';
import { makeTrouble } from './trouble.ts';
import { updateServers } from './update.ts';

const minutes = 10;

/**
 * Three servers of one instance on PostgreSQL and S3, behind nginx. Servers, database and gateway are killed, frozen and
 * restarted, while command lines, stock tus clients and single requests to random servers send and fetch files, limits
 * are used up and mails are sent. Nothing is lost, nothing is counted twice, and no server sends a mail of its own again:
 * copies have the same `Message-ID`, and are told.
 */
export const severalServers: Scenario = {
  name: 'several-servers',
  isSlow: true,
  async run(chaos) {
    const cluster = await startCluster(chaos.folder);
    try {
      const client = await cluster.servers[0].connect(cluster.url);
      await updateServers(chaos, cluster, await makeShare(client));
      const mailed = await disturb(chaos, cluster, client);
      await exhaustLimits(cluster, client);
      await checkMails(chaos, cluster, mailed);
      await client.close();
      const [first, ...others] = cluster.servers;
      for (const server of others) await server.stop();
      await checkData(first);
    } finally {
      await cluster.stop();
    }
  },
};

/** Works while there is trouble. Returns the addresses that must have got a mail. */
async function disturb(chaos: Chaos, cluster: Cluster, client: NodeClient): Promise<string[]> {
  const { url, servers } = cluster;
  const end = performance.now() + (chaos.isQuick ? 1 : minutes) * 60_000;
  const failed = new AbortController();
  const trouble = makeTrouble(chaos, cluster);
  const mailed: string[] = [];
  const repeat = async (
    name: string,
    work: (place: { url: string; client: NodeClient; name: string }) => Promise<void>,
  ) => {
    try {
      for (let round = 0; performance.now() < end && !failed.signal.aborted; round += 1) {
        await work({ url, client, name: `${name}-${round}` });
      }
    } catch (error) {
      failed.abort();
      throw new Error(`${name}, while there was trouble`, { cause: error });
    }
  };
  const work = await Promise.allSettled([
    repeat('command', (place) => byCommand(chaos, place)),
    repeat('tus-client', (place) => byTusClient(chaos, place)),
    repeat('anywhere', () => uploadAnywhere(chaos, servers)),
    repeat('limits', () => exhaustLimits(cluster, client)),
    repeat('mails', async ({ name }) => {
      if (mailed.length < mostMails) mailed.push(...(await shareWith(chaos, client, name)));
      await sleep(5000);
    }),
  ]);
  await trouble.stop();
  for (const result of work) if (result.status === 'rejected') throw result.reason;
  return mailed;
}

/** Below the number that one account may send in a day. */
const mostMails = 90;

/** Shares a file with two people, by mail. */
async function shareWith(chaos: Chaos, client: NodeClient, name: string): Promise<string[]> {
  const source = await makeFolder(path.join(chaos.folder, name), chaos.random, { big: [], small: 1 });
  const recipients = ['one', 'two'].map((who) => `${who}-${name}@example.org`);
  await insist(async () =>
    client.uploadFiles(await filesFromPaths([source.directory]), { share: { recipients } }),
  );
  await rm(source.directory, { recursive: true });
  return recipients;
}

/**
 * Every mail has arrived. A server that is killed after the mail server has accepted a mail cannot note it: then the mail
 * is sent again, and its `Message-ID` lets the recipient's program know it. How many were is noted.
 */
async function checkMails({ tally }: Chaos, { mail }: Cluster, expected: readonly string[]): Promise<void> {
  const idsOf = (address: string) =>
    mail.mails.filter(({ envelope }) => envelope.to.includes(address)).map(({ messageId }) => messageId);
  for (const end = performance.now() + 180_000; expected.some((address) => idsOf(address).length === 0); ) {
    if (performance.now() > end) throw new Error('a mail has not arrived');
    await sleep(1000);
  }
  const different = expected.filter((address) => new Set(idsOf(address)).size > 1);
  if (different.length > 0) throw new Error(`${different.length} people got more than one mail`);
  const copies = expected.reduce((sum, address) => sum + idsOf(address).length - 1, 0);
  tally.notes.push(`${expected.length} mails arrived, and ${copies} of them a second time after a crash`);
}
