import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { OwnerShare } from '#sdk/contract/shares.js';
import { createClient, filesFromPaths } from '#sdk/index.js';
import type { TestApp } from '../../daemon/testing/start-app.ts';

interface ShareFields {
  name?: string;
  description?: string;
  maxViews?: number;
  password?: string;
}

/** Shares files of these paths and contents as the administrator. */
export async function shareFiles(
  app: TestApp,
  files: ReadonlyMap<string, Buffer | string>,
  share: ShareFields = {},
): Promise<OwnerShare> {
  const folder = await mkdtemp(join(tmpdir(), 'fileshare-web-'));
  try {
    for (const [path, content] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    const client = createClient({ baseUrl: app.url });
    await client.session.signIn({ identifier: app.admin.username, password: app.admin.password });
    const paths = (await readdir(folder)).map((name) => join(folder, name));
    const sources = await filesFromPaths(paths, { hidden: true });
    const sent = await client.uploadFiles(sources, { share });
    return sent.share;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
