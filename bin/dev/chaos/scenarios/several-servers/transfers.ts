import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { AppError, type NodeClient } from '#sdk/index.js';
import { digestFolder, makeFolder, type SourceFolder } from '../../folder.ts';
import { insist } from '../../insist.ts';
import { runCommand } from '../../processes.ts';
import type { Chaos } from '../../scenario.ts';
import { uploadWithTusClient } from '../../tus-client.ts';
import { compare, verifyShare } from '../../verify.ts';

/** One upload and its verification, with a folder of its own. */
export type Transfer = (chaos: Chaos, place: Place) => Promise<void>;

interface Place {
  /** The address of the load balancer. */
  url: string;
  client: NodeClient;
  name: string;
}

/** The command line up, and down again. */
export const byCommand: Transfer = (chaos, { url, client, name }) =>
  withFolder(chaos, name, async (source) => {
    const home = path.join(chaos.folder, 'home');
    const upload = ['upload', source.directory, '--hidden', '--json', '--progress=json'];
    const { stdout } = await runCommand(upload, { home, url, patience });
    const { url: link } = JSON.parse(stdout) as { url: string };
    const target = `${source.directory}-back`;
    await mkdir(target);
    await runCommand(['download', link, '-o', target, '--progress=json'], { home, url, patience });
    compare(chaos, await digestFolder(target), { source, where: 'downloaded by the command' });
    await rm(target, { recursive: true });
    if (chaos.random.isLucky(0.5)) await insist(() => removeShare(client, link));
  });

/** Unmodified tus-js-client up; the SDK down, file by file and as an archive. */
export const byTusClient: Transfer = (chaos, { url, client, name }) =>
  withFolder(chaos, name, async (source) => {
    const { share, uploadToken } = await insist(() => client.shares.create({ body: {} }));
    const target = { shareId: share.id, uploadToken, source, delay: 2000 };
    await uploadWithTusClient(url, target);
    const { url: link } = await insist(() => client.shares.complete({ params: { id: share.id } }));
    await insist(() => verifyShare(chaos, client, { link, source }));
  });

/** A share that is gone was removed by an earlier request whose answer was lost. */
async function removeShare(client: NodeClient, link: string): Promise<void> {
  const id = link.split('/').at(-1) ?? '';
  await client.shares.remove({ params: { id } }).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'share_not_found')) throw error;
  });
}

/** How often a command is typed again that says that the server is not available. */
const patience = 30;

async function withFolder(
  { folder, random, isQuick }: Chaos,
  name: string,
  work: (source: SourceFolder) => Promise<void>,
): Promise<void> {
  const source = await makeFolder(path.join(folder, name), random, {
    big: [random.int(5, 25) * 1_000_000 + random.int(0, 4096)],
    small: random.int(5, isQuick ? 10 : 40),
  });
  await work(source);
  await rm(source.directory, { recursive: true });
}
