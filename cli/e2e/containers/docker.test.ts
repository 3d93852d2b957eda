import { cp, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasDocker } from '../../../bin/dev/find-docker.ts';
import { findFreePort } from '../../../daemon/testing/free-port.ts';
import { createPingvin } from '../../../daemon/testing/import/pingvin-instance.ts';
import { type Client, claim, readSetupToken, signIn } from './client.ts';
import { dockerCommands, findCommand } from './guide-commands.ts';
import { createSandbox, isReady, type RunOptions, type Sandbox, waitUntil } from './sandbox.ts';

/**
 * The image and the commands of the guides with Docker, as they are written, in the order in which people need them. Names,
 * folders and the port are those of the test. The first run downloads the image of Node and compiles the SQLite driver.
 */

const commands = {
  build: findCommand(/^docker build /),
  start: findCommand(/^docker run -d /),
  log: findCommand(/^docker logs /),
  doctor: findCommand(/^docker exec -it .* doctor$/),
  stop: findCommand(/^docker stop /),
  doctorAlone: findCommand(/^docker run --rm -it .* doctor$/),
  remove: findCommand(/^docker rm /),
  backUp: findCommand(/^docker exec .* backup create /),
  copyKey: findCommand(/docker exec .* cat /),
  restore: findCommand(/^docker run .* backup restore /),
  importPingvin: findCommand(/^docker run .* import pingvin /),
};

it('runs all of them, here or with Docker Compose', () => {
  const shown = dockerCommands.filter((command) => !/\bdocker (compose|buildx) /.test(command));
  expect(shown.toSorted()).toEqual(Object.values(commands).toSorted());
});

/** The folder of backups must belong to the user of the container. */
const isRoot = process.getuid?.() === 0;

describe.skipIf(!hasDocker())('in a container', { timeout: 5 * 60_000 }, () => {
  let sandbox: Sandbox;
  let port: number;
  let url: string;
  let client: Client;
  let link: string;

  beforeAll(async () => {
    [sandbox, port] = await Promise.all([createSandbox(), findFreePort()]);
    url = `http://127.0.0.1:${port}`;
  });
  afterAll(() => sandbox?.remove(), 120_000);

  /** The command with the names of the test. The word after the container of `docker exec` is the program. */
  function rename(command: string): string {
    return command
      .replaceAll(/(?<!\bdocker exec (?:-\S+ )*fileshare )(?<![\w/.-])fileshare(?=[:\s]|$)/g, sandbox.name)
      .replace('-p 3000:3000', `-p 127.0.0.1:${port}:3000`)
      .replace('-v restored:', `-v ${sandbox.name}-restored:`)
      .replaceAll(/(?<![\w.~-])\/(backup|root|srv)\//g, `${sandbox.folder}/$1/`);
  }
  const run = (command: string, options?: RunOptions) => sandbox.run(rename(command), options);
  const build = () => run(commands.build, { cwd: process.cwd(), minutes: 20 });
  const ask = async (field: string) =>
    (await sandbox.run(['docker', 'inspect', '--format', `{{${field}}}`, sandbox.name])).trim();
  const waitUntilReady = () => waitUntil(() => isReady(url));

  it('builds the image and starts it', { timeout: 20 * 60_000 }, async () => {
    await build();
    await run(commands.start);
    await waitUntilReady();
    expect(await ask('.Config.User')).toBe('node');
  });

  it('is set up with the link in the log, sends and returns files', async () => {
    const page = await fetch(`${url}/setup`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    await claim(url, readSetupToken(await run(commands.log)));
    client = await signIn(url, sandbox.folder);
    link = await client.upload();
    expect(await client.download(link)).toEqual(await client.sent());
  });

  it('is healthy, as Docker sees it', async () => {
    await expect.poll(() => ask('.State.Health.Status'), { timeout: 90_000, interval: 1000 }).toBe('healthy');
  });

  it('runs commands in it, and beside its volume while it is stopped', async () => {
    expect(await run(commands.doctor, { isInteractive: true })).toContain('No file is damaged');
    await run(commands.stop);
    expect([await ask('.State.ExitCode'), await ask('.State.OOMKilled')]).toEqual(['0', 'false']);
    expect(await run(commands.doctorAlone, { isInteractive: true })).toContain('No file is damaged');
  });

  it('imports from a second volume', async () => {
    const pingvin = await createPingvin();
    await pingvin.addShare('from-pingvin', { creatorId: await pingvin.addUser('bob') });
    const folder = path.join(sandbox.folder, 'srv/pingvin/data');
    await cp(pingvin.folder, folder, { recursive: true });
    await pingvin.close();
    await sandbox.run(['chmod', '-R', 'a+rX', folder]);
    // What has come with it is downloaded below, when the server runs.
    await expect(run(commands.importPingvin, { isInteractive: true })).resolves.not.toBe('');
  });

  const withBackups = () => commands.start.replace(' -v ', ' -v /backup/fileshare:/backup/fileshare -v ');

  it('keeps its data when a new image replaces the old one', { timeout: 20 * 60_000 }, async () => {
    await mkdir(path.join(sandbox.folder, 'backup/fileshare'), { recursive: true });
    await build();
    await run(commands.remove);
    await run(withBackups());
    await waitUntilReady();
    expect(await client.download(link)).toEqual(await client.sent());
    expect(await (await fetch(`${url}/d/from-pingvin`)).text()).toBe('content of from-pingvin');
  });

  it.skipIf(!isRoot)('backs up to a mounted folder, and restores to another volume', async () => {
    const folder = path.join(sandbox.folder, 'backup/fileshare');
    await sandbox.run(`chown 1000:1000 ${folder} && chmod 700 ${folder} && mkdir -p ${sandbox.folder}/root`);
    await run(commands.backUp);
    await run(commands.copyKey);
    expect(await stat(path.join(sandbox.folder, 'root/fileshare.key'))).toMatchObject({ mode: 0o100600 });
    await run(commands.restore);
    await run(commands.stop);
    await run(commands.remove);
    await run(withBackups().replace('fileshare:/data', 'restored:/data'));
    await waitUntilReady();
    const again = await signIn(url, sandbox.folder);
    const before = await client.sent();
    expect(await again.download(link)).toEqual(before);
    expect(await run(commands.doctor, { isInteractive: true })).toContain('No file is damaged');
  });
});
