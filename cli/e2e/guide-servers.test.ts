import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { findFreePort } from '../../daemon/testing/free-port.ts';
import { executable } from './server.ts';

/** Every `fileshare serve` and `npm start` of the guides starts a server, or says what the guide shows. */

interface Start {
  page: string;
  command: string;
  /** What the guide shows below it. */
  shown: string;
}

const pages = ['configure', 'install'];

/** The commands of a guide that start a server, in one line each. */
async function readStarts(name: string): Promise<Start[]> {
  const text = await readFile(`docs/guide/${name}.md`, 'utf8');
  const blocks = [...text.matchAll(/^ *```\w*\n([\s\S]*?)^ *```$/gm)].map(([, code = '']) =>
    code.replaceAll(/\\\n\s*/g, ''),
  );
  return blocks.flatMap((code) =>
    [...code.matchAll(/^\s*(\$ )?(?:npm ci && )?(.*\b(?:fileshare serve|npm start)\b.*)$/gm)].map(
      ([line, prompt, command = '']) => ({
        page: name,
        command,
        shown: prompt === undefined ? '' : code.slice(code.indexOf(line) + line.length).trim(),
      }),
    ),
  );
}

const starts = (await Promise.all(pages.map(readStarts))).flat();

let folder: string;
let running: ChildProcess | null = null;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fileshare-servers-'));
  await mkdir(path.join(folder, 'bin'));
  const program = path.join(folder, 'bin/fileshare');
  await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${executable}' "$@"\n`);
  await chmod(program, 0o755);
  await mkdir(path.join(folder, 'run/secrets'), { recursive: true });
  await writeFile(path.join(folder, 'run/secrets/smtp-password'), 'the password\n');
});
afterEach(() => stop());
afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function stop(): Promise<void> {
  const child = running;
  running = null;
  if (!child || child.exitCode !== null) return;
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  await ended;
}

/** Runs it in a shell that becomes the program, and collects what it says. */
async function start(command: string): Promise<{ said(): string; port: number }> {
  const port = await findFreePort();
  const here = `exec env ${command}`
    .replaceAll('8080', String(port))
    .replaceAll('/srv/fileshare', path.join(folder, 'srv'))
    .replaceAll('/run/secrets', path.join(folder, 'run/secrets'));
  const child = spawn('bash', ['-c', here], {
    env: {
      PATH: `${folder}/bin:${process.env['PATH']}`,
      HOME: folder,
      npm_config_update_notifier: 'false',
      FILESHARE_DATA_DIR: await mkdtemp(path.join(folder, 'data-')),
      FILESHARE_HOST: '127.0.0.1',
      FILESHARE_PORT: String(port),
      FILESHARE_LOG_LEVEL: 'warn',
      FILESHARE_MIN_FREE_BYTES: '0',
    },
  });
  running = child;
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  }
  return { said: () => text, port };
}

const isServer = ({ shown }: Start) => shown === '';

it.each(starts.filter(isServer))('$page: $command', async ({ command }) => {
  const { said, port } = await start(command);
  await expect.poll(said, { timeout: 60_000 }).toContain(`fileshare is ready: http://127.0.0.1:${port}`);
});

it.each(starts.filter((one) => !isServer(one)))('$page: $command shows what is wrong', async (one) => {
  const { said } = await start(one.command);
  await expect.poll(said, { timeout: 60_000 }).toBe(`${one.shown}\n`);
});

it('finds the commands', () => {
  expect(starts).toHaveLength(6);
});
