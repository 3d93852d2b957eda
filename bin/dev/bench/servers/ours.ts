import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Sdk from '#sdk/index.js';
import {
  type NodeClient,
  type OwnerShare,
  parseShareLink,
  type ShareLink,
  type UploadOptions,
} from '#sdk/index.js';
import type { Bench } from '../benchmark.ts';
import { executableOf, sdkOf } from '../paths.ts';
import { meterProcess, type ProcessMeter } from '../process-meter.ts';
import { runProgram, type Service, startService } from '../processes.ts';

export const admin = { email: 'bench@example.org', username: 'bench', password: 'correct horse battery' };

export interface Ours {
  /** The checkout that it was started from. */
  root: string;
  service: Service;
  meter: ProcessMeter;
  /** A client that is signed in. */
  client: NodeClient;
  /** Runs the command line in a separate process, signed in. */
  cli(args: readonly string[]): Promise<{ seconds: number; stdout: string }>;
  /** Returns a bearer token of the account. */
  getToken(): Promise<string>;
  /** Creates a draft and the token that authorizes uploads to it. */
  createDraft(): Promise<{ share: OwnerShare; uploadToken: string }>;
  remove(share: { id: string }): Promise<void>;
  /** Opens a share; returns the headers that a visitor sends with every request. */
  openShare(id: string): Promise<Record<string, string>>;
}

/** Starts the built program with its own data in a folder of the bench, with default settings. */
export async function startOurs(
  bench: Bench,
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ours> {
  const { root } = bench;
  const service = await startServer(bench, folder, env);
  bench.defer(() => service.stop());
  const { createClient } = await importSdk(root);
  const client = createClient({ baseUrl: service.url });
  bench.defer(() => client.close());
  await client.session.signIn({ identifier: admin.username, password: admin.password });
  const cliEnv = ourEnv({
    FILESHARE_PROFILE_DIR: join(folder, 'profile'),
    FILESHARE_STATE_DIR: join(folder, 'state'),
  });
  const runCli = (args: readonly string[], input?: string) =>
    runProgram(process.execPath, [executableOf(root), ...args], {
      env: cliEnv,
      ...(input !== undefined && { input }),
    });
  await runCli(['login', service.url, '--identifier', admin.username, '--password-stdin'], admin.password);
  return {
    root,
    service,
    meter: meterProcess(service.pid),
    client,
    cli: (args) => runCli(['--json', ...args]),
    async getToken() {
      const body = { username: admin.username, password: admin.password, transport: 'token' as const };
      const answer = await client.auth.signIn({ body });
      return 'accessToken' in answer ? (answer.accessToken ?? '') : '';
    },
    createDraft: () => client.shares.create({ body: {} }),
    async remove({ id }) {
      await client.shares.remove({ params: { id } });
    },
    async openShare(id) {
      const { token } = await client.shares.open({ params: { id }, body: {} });
      return { 'X-Share-Token': token };
    },
  };
}

/** Starts only the server; the caller stops it. */
export function startServer(
  { root }: Bench,
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Service> {
  const serve = [executableOf(root), 'serve', '--host', '127.0.0.1', '--data-dir', folder];
  return startService(process.execPath, (port) => [...serve, '--port', String(port)], {
    env: ourEnv({ FILESHARE_MIN_FREE_BYTES: '0', FILESHARE_ADDRESS_LIMIT_FACTOR: '1000', ...env }),
  });
}

/** Reads the link from the output of `fileshare upload --json`. */
export function readLink(stdout: string): ShareLink {
  const { url } = JSON.parse(stdout) as { url: string };
  return parseShareLink(url);
}

/** Returns the environment without the caller's own settings for fileshare. */
function ourEnv(extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('FILESHARE_'));
  return {
    ...Object.fromEntries(inherited),
    FILESHARE_ADMIN_EMAIL: admin.email,
    FILESHARE_ADMIN_USERNAME: admin.username,
    FILESHARE_ADMIN_PASSWORD: admin.password,
    ...extra,
  };
}

/** An earlier server is only sure to understand the SDK of its own commit. */
function importSdk(root: string): Promise<typeof Sdk> {
  return import(pathToFileURL(sdkOf(root)).href) as Promise<typeof Sdk>;
}

/** Uploads files to a share and opens it; returns the URLs of their downloads, ordered by path. */
export async function publish(
  ours: Ours,
  paths: readonly string[],
  options: UploadOptions = {},
): Promise<{ share: OwnerShare; urls: string[]; archiveUrl: string; headers: Record<string, string> }> {
  const { client } = ours;
  const { filesFromPaths } = await importSdk(ours.root);
  const { share } = await client.uploadFiles(await filesFromPaths(paths), options);
  const headers = await ours.openShare(share.id);
  await client.openShare(share.id);
  const urls: string[] = [];
  for await (const file of client.listAllFiles(share.id)) urls.push(client.fileUrl(share.id, file.id));
  return { share, urls, archiveUrl: client.archiveUrl(share.id), headers };
}
