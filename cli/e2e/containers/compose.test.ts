import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readBlocks } from '../../../bin/dev/docs/commands/guide-blocks.ts';
import { hasCompose } from '../../../bin/dev/find-docker.ts';
import { findFreePort } from '../../../daemon/testing/free-port.ts';
import { admin } from '../server.ts';
import { claim, readSetupToken, signIn } from './client.ts';
import { dockerCommands, findCommand } from './guide-commands.ts';
import { createSandbox, isReady, type RunOptions, type Sandbox, waitUntil } from './sandbox.ts';

/** The commands of the guides with Docker Compose, as they are written, with copies of the files beside the guides. */

const commands = {
  start: findCommand(/^APP_URL=\S+ docker compose up /),
  log: findCommand(/^docker compose logs /),
  doctor: findCommand(/^docker compose exec .* doctor$/),
  doctorAlone: findCommand(/^docker compose run .* doctor$/),
  startSeveral: findCommand(/^docker compose up --build$/),
  update: findCommand(/^docker compose up -d --build$/),
};

it('runs all of them', () => {
  const shown = dockerCommands.filter((command) => /\bdocker compose /.test(command));
  expect(shown.toSorted()).toEqual(Object.values(commands).toSorted());
});

describe.skipIf(!hasCompose())('with Docker Compose', { timeout: 20 * 60_000 }, () => {
  let sandbox: Sandbox;
  let port: number;
  let url: string;
  /** That of the compose file. */
  let folder: string;

  beforeEach(async () => {
    [sandbox, port] = await Promise.all([createSandbox(), findFreePort()]);
    url = `http://127.0.0.1:${port}`;
  });
  afterEach(() => sandbox.remove(), 120_000);

  const run = (command: string, options: RunOptions = {}) =>
    sandbox.run(command, { cwd: folder, minutes: 15, ...options });
  const waitUntilReady = () => waitUntil(() => isReady(url));
  /** The exit codes of the containers of a service. */
  async function exitCodes(...services: string[]): Promise<string[]> {
    const ids = await run(`docker compose ps --all --quiet ${services.join(' ')}`);
    const codes = await run(
      `docker inspect --format '{{.State.ExitCode}}' ${ids.trim().replaceAll('\n', ' ')}`,
    );
    return codes.trim().split('\n');
  }

  /** Copies a folder of the guides, and gives its file the port, the network and the image of the test. */
  async function copyFolder(name: string): Promise<void> {
    folder = path.join(sandbox.folder, 'docs/guide', name);
    await mkdir(path.dirname(folder), { recursive: true });
    await cp(path.join('docs/guide', name), folder, { recursive: true });
    const file = path.join(folder, 'compose.yaml');
    const text = await readFile(file, 'utf8');
    const replaced = text
      .replace('build: ../../..', `build: ${process.cwd()}`)
      .replace('image: fileshare\n', `image: ${sandbox.name}\n`)
      .replace('"127.0.0.1:3000:3000"', `"127.0.0.1:${port}:3000"`)
      .replace('"8080:80"', `"127.0.0.1:${port}:80"`);
    await writeFile(file, replaced);
  }

  it('runs one server', async () => {
    await copyFolder('install');
    await run(commands.start);
    await waitUntilReady();
    const log = await run(commands.log);
    expect(log).toContain('https://files.example.org/setup#token=');
    await claim(url, readSetupToken(log));
    const client = await signIn(url, sandbox.folder);
    const link = await client.upload();
    // The proxy on this machine is trusted, as the container sees it.
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' };
    const wrong = JSON.stringify({ username: admin.username, password: 'wrong horse battery' });
    await fetch(`${url}/api/auth/signIn`, { method: 'POST', headers, body: wrong });
    expect(await client.run('admin', 'audit', '--action', 'session.sign_in', '--json')).toContain(
      '203.0.113.7',
    );
    expect(await run(commands.doctor, { isInteractive: true })).toContain('No file is damaged');
    await run('docker compose stop');
    expect(await exitCodes('fileshare')).toEqual(['0']);
    expect(await run(commands.doctorAlone, { isInteractive: true })).toContain('No file is damaged');
    await run(commands.update);
    await waitUntilReady();
    expect(await client.download(link)).toEqual(await client.sent());
  });

  it('runs two servers behind nginx, with PostgreSQL and a bucket', async ({ skip }) => {
    await copyFolder('scale-out');
    const images = [
      ...(await readFile(path.join(folder, 'compose.yaml'), 'utf8')).matchAll(/^ {4}image: (\S+)$/gm),
    ];
    for (const [, image = ''] of images) {
      const isThere = await run(`docker image inspect ${image} || docker pull ${image}`).then(
        () => true,
        () => false,
      );
      if (!isThere) skip(`${image} is not here and cannot be downloaded`);
    }
    const interruption = new AbortController();
    const block = readBlocks('docs/guide/scale-out.md').find((one) =>
      one.commands.includes(commands.startSeveral),
    );
    const running = run(block?.commands.join('\n') ?? '', {
      cwd: sandbox.folder,
      interrupt: interruption.signal,
    });
    const ended = running.catch((error: unknown) => error);
    try {
      await waitUntil(() => isReady(url), { minutes: 15 });
      await claim(url, readSetupToken(await run('docker compose logs one two')));
      const client = await signIn(url, sandbox.folder);
      const link = await client.upload();
      expect(await client.download(link)).toEqual(await client.sent());
      expect(JSON.parse(await client.run('admin', 'overview', '--json'))).toMatchObject({
        servers: [{ role: 'all' }, { role: 'all' }],
      });
    } finally {
      interruption.abort();
      await ended;
    }
    expect(await running).toContain('/setup#token=');
    expect(await exitCodes('one', 'two')).toEqual(['0', '0']);
  });
});
