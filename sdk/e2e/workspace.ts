import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createClient, type NodeClient } from '#sdk/index.js';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';

export interface Workspace {
  server: TestApp;
  folder: string;
  /** Signed in as the administrator. */
  client: NodeClient;
  remove(): Promise<void>;
}

export async function createWorkspace(env: Record<string, string> = {}): Promise<Workspace> {
  const server = await startApp({ env });
  const folder = await mkdtemp(join(tmpdir(), 'fileshare-sdk-'));
  const client = createClient({ baseUrl: server.url });
  await client.session.signIn({ identifier: server.admin.username, password: server.admin.password });
  const workspace: Workspace = {
    server,
    folder,
    client,
    async remove() {
      await client.close();
      await workspace.server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return workspace;
}

export async function writeTree(
  root: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
}

/** SHA-256 of every file, by path. */
export async function digestsOf(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const digests = files.sort().map(async (file) => {
    const digest = createHash('sha256').update(await readFile(file));
    return [file.slice(root.length + 1).normalize('NFC'), digest.digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(digests));
}
