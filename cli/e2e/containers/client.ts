import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { type CliResult, readJson, runCli } from '../run-cli.ts';
import { admin } from '../server.ts';
import { digestsOf, writeFiles } from '../workspace.ts';

/** The administrator of a server in a container, on this machine with our command line. */
export interface Client {
  run(...args: readonly string[]): Promise<string>;
  /** Sends files; returns the path of the link. */
  upload(): Promise<string>;
  /** The SHA-256 of the files that were sent, by their paths. */
  sent(): Promise<Record<string, string>>;
  /** The same of what the server returns. */
  download(link: string): Promise<Record<string, string>>;
}

/** The token in the link that a server has printed. */
export function readSetupToken(log: string): string {
  return /\/setup#token=([\w-]+)/.exec(log)?.[1] ?? '';
}

/** Creates the administrator with the link, as the page does. */
export async function claim(url: string, setupToken: string): Promise<void> {
  const post = async (route: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/api${route}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${route}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const answer = await post('/auth/setup', { ...admin, setupToken, transport: 'token' });
  const { accessToken } = (await answer.json()) as { accessToken: string };
  await post('/configs/admin/finishSetup', {}, accessToken);
}

export async function signIn(url: string, parent: string): Promise<Client> {
  const folder = await mkdtemp(path.join(parent, 'client-'));
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    LANG: 'C',
    FILESHARE_PROFILE_DIR: path.join(folder, 'config'),
    FILESHARE_STATE_DIR: path.join(folder, 'state'),
  };
  const succeed = async (args: readonly string[], stdin = '') => {
    const result: CliResult = await runCli(args, { env, cwd: folder, stdin });
    if (result.exitCode !== 0) throw new Error(`${args.join(' ')}\n${result.stdout}${result.stderr}`);
    return result.stdout;
  };
  await succeed(['login', url, '--identifier', admin.username, '--password-stdin'], `${admin.password}\n`);
  return {
    run: (...args) => succeed(args),
    async upload() {
      const large = randomBytes(6_000_000).toString('hex');
      await writeFiles(folder, { 'files/a.txt': 'small', 'files/more/b.bin': large });
      const stdout = await succeed(['upload', 'files', '--json']);
      return new URL(readJson({ stdout }).share.url).pathname;
    },
    sent: () => digestsOf(path.join(folder, 'files')),
    async download(link) {
      const target = await mkdtemp(path.join(folder, 'downloaded-'));
      await succeed(['download', url + link, '--output', target]);
      return digestsOf(path.join(target, 'files'));
    },
  };
}
