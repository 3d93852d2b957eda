import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CliOptions, type CliResult, runCli } from './run-cli.ts';
import { admin, startServer, type TestServer } from './server.ts';

/** A server, a signed-in person and a folder to work in. */
export interface Workspace {
  server: TestServer;
  folder: string;
  /** The environment of the signed-in person. */
  env: NodeJS.ProcessEnv;
  run(args: readonly string[], options?: Partial<CliOptions>): Promise<CliResult>;
  /** An environment in which nobody is signed in. */
  strangerEnv(): NodeJS.ProcessEnv;
  remove(): Promise<void>;
}

export async function createWorkspace(settings: NodeJS.ProcessEnv = {}): Promise<Workspace> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fileshare-e2e-'));
  const server = await startServer(path.join(folder, 'data'), settings);
  const environmentOf = (person: string): NodeJS.ProcessEnv => ({
    PATH: process.env['PATH'],
    HOME: path.join(folder, person),
    LANG: 'C',
    FILESHARE_PROFILE_DIR: path.join(folder, person, 'config'),
    FILESHARE_STATE_DIR: path.join(folder, person, 'state'),
    FILESHARE_URL: server.url,
  });
  const env = environmentOf('ann');
  const run = (args: readonly string[], options: Partial<CliOptions> = {}) =>
    runCli(args, { env, cwd: folder, ...options });
  const login = await run(['login', server.url, '--identifier', admin.username, '--password-stdin'], {
    stdin: `${admin.password}\n`,
  });
  if (login.exitCode !== 0) {
    await server.stop();
    throw new Error(`login failed: ${login.stderr}`);
  }
  return {
    server,
    folder,
    env,
    run,
    strangerEnv: () => environmentOf('stranger'),
    remove: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Writes files, given by path and content. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

/** The SHA-256 of every file below a folder, by relative path. */
export async function digestsOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const digests: Record<string, string> = {};
  for (const entry of entries.filter((candidate) => candidate.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    digests[path.relative(folder, file)] = await digestOf(file);
  }
  return digests;
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
