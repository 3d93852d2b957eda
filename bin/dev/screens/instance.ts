import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { CreateShare } from '#sdk/contract/shares/inputs.js';
import { subscribableEvents } from '#sdk/contract/webhooks/events.js';
import { filesFromPaths, type NodeClient } from '#sdk/index.js';
import { makeBusy } from '../../../daemon/testing/busy-instance.ts';
import { signIn } from '../../../daemon/testing/clients.ts';
import { createReverseShare } from '../../../daemon/testing/reverse-shares.ts';
import { startApp, type TestApp } from '../../../daemon/testing/start-app.ts';
import { quarantineFiles } from '../../../daemon/testing/stored-share.ts';
import { drawScene } from './scenes.ts';

/** An instance in use, with the addresses that the screens need. */
export interface Instance {
  app: TestApp;
  /** Stops it and removes its files. */
  stop(): Promise<void>;
  /** Files to choose on the upload page */
  chosen: readonly string[];
  /** IDs of shares */
  shares: Record<'photos' | 'files' | 'single' | 'locked' | 'limited', string>;
  reverseShare: { id: string; token: string };
}

const providers = ['GITHUB', 'GOOGLE', 'MICROSOFT', 'DISCORD'];

const env = {
  FILESHARE_CONFIG_SHARE_ALLOW_REGISTRATION: 'true',
  FILESHARE_CONFIG_SHARE_MAX_EXPIRATION: '8760',
  FILESHARE_CONFIG_EMAIL_ENABLE_SHARE_EMAIL_RECIPIENTS: 'true',
  FILESHARE_CONFIG_SMTP_ENABLED: 'true',
  FILESHARE_CONFIG_SMTP_HOST: '127.0.0.1',
  FILESHARE_CONFIG_SMTP_PORT: '9',
  FILESHARE_CONFIG_SMTP_EMAIL: 'files@example.org',
  ...Object.fromEntries(
    providers.flatMap((name) => [
      [`FILESHARE_CONFIG_OAUTH_${name}_ENABLED`, 'true'],
      [`FILESHARE_CONFIG_OAUTH_${name}_CLIENT_ID`, 'id'],
      [`FILESHARE_CONFIG_OAUTH_${name}_CLIENT_SECRET`, 'secret'],
    ]),
  ),
};

const documents = {
  'Contract 2026.pdf': 1_400_000,
  'Minutes/2026-05-04 board meeting, final version with all amendments.docx': 83_000,
  'Minutes/2026-06-01.docx': 64_000,
  'Budget.xlsx': 230_000,
  'Interview.mp3': 3_100_000,
  'Recording.mp4': 5_200_000,
  'backup.tar.gz': 1_900_000,
  'script.py': 2_400,
};

export async function startInstance(): Promise<Instance> {
  const app = await startApp({ env });
  const folder = await mkdtemp(join(tmpdir(), 'fileshare-screens-'));
  const client = await signIn(app);
  await makeBusy(app);
  const photos = await makePhotos(join(folder, 'Porto'), 12);
  const files = await makeDocuments(join(folder, 'Documents'));
  await client.users.updateMe({ body: { displayName: 'Anna Ribeiro' } });
  const shares = {
    photos: await send(client, photos, {
      name: 'Porto',
      description: 'Hi all, here are the pictures. My favourite is the one with the boat.',
    }),
    files: await send(client, files, { name: 'Documents', expiration: '3-days', maxViews: 1000 }),
    single: await send(client, photos.slice(0, 1), {}),
    locked: await send(client, files.slice(0, 1), { name: 'Salaries', password: 'sesame' }),
    limited: await send(client, files.slice(0, 1), { name: 'Once only', maxViews: 1 }),
  };
  await waitForThumbnails(client, shares.photos);
  await quarantineFiles(app, await send(client, files.slice(0, 1), { name: 'Tools' }));
  const url = 'https://crm.example.org/hook';
  await client.webhooks.create({
    body: { name: 'CRM', kind: 'standard', url, events: [...subscribableEvents] },
  });
  await client.shares.create({ body: { name: 'Unfinished', files: { count: 12, size: 4_000_000 } } });
  return {
    app,
    stop: async () => {
      await app.stop();
      await rm(folder, { recursive: true });
    },
    chosen: [...photos.slice(3), ...files.filter((path) => /\.(pdf|xlsx|mp3)$/.test(path))],
    shares,
    reverseShare: await askForFiles(client),
  };
}

async function send(client: NodeClient, paths: string[], share: CreateShare): Promise<string> {
  const sent = await client.uploadFiles(await filesFromPaths(paths), { share });
  return sent.share.id;
}

async function waitForThumbnails(client: NodeClient, id: string): Promise<void> {
  const { files } = await client.files.list({ params: { id } });
  if (files.every(({ thumbnail }) => thumbnail)) return;
  await setTimeout(200);
  await waitForThumbnails(client, id);
}

async function askForFiles(client: NodeClient): Promise<Instance['reverseShare']> {
  const { id, token } = await createReverseShare(client, {
    name: 'Wedding',
    description: 'Please send me your pictures of Saturday.',
    maxUses: 10,
  });
  return { id, token };
}

async function makePhotos(folder: string, count: number): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  return Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const path = join(folder, `IMG_${2001 + i}.jpg`);
      await writeFile(path, await drawScene(i));
      return path;
    }),
  );
}

async function makeDocuments(folder: string): Promise<string[]> {
  await mkdir(join(folder, 'Minutes'), { recursive: true });
  for (const [name, size] of Object.entries(documents))
    await writeFile(join(folder, name), Buffer.alloc(size, name));
  return (await readdir(folder)).map((name) => join(folder, name));
}
