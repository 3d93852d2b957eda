import { cp, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pages, readBlocks } from '../../../bin/dev/docs/commands/guide-blocks.ts';
import { hasDocker } from '../../../bin/dev/find-docker.ts';
import { readJson } from '../run-cli.ts';
import { admin } from '../server.ts';
import { createSandbox, type Sandbox, waitUntil } from './sandbox.ts';

/**
 * The commands of the guides for a service, as they are written, by root on a Debian in a container, whose systemd starts
 * the server. Packages come from the registries of Debian and npm.
 */

const systemCommand = /^(systemctl|journalctl|useradd|fileshare-as-service) /;
const blocks = pages
  .flatMap(readBlocks)
  .filter(({ commands }) => commands.some((command) => systemCommand.test(command)));

/** @throws Error unless exactly one block has the command */
function findBlock(command: string): string[] {
  const [found, ...others] = blocks.filter(({ commands }) => commands.includes(command));
  if (found === undefined || others.length > 0) throw new Error(`not in one block: ${command}`);
  return found.commands;
}

const steps = {
  install: findBlock('journalctl -u fileshare'),
  addFolder: findBlock('mkdir -p /etc/systemd/system/fileshare.service.d'),
  backUp: findBlock('fileshare-as-service backup create /backup/fileshare'),
  restore: findBlock('fileshare-as-service doctor --deep'),
  goBack: findBlock('fileshare-as-service doctor --fix'),
};

it('runs all of them', () => {
  expect(blocks.map(({ commands }) => commands)).toEqual(expect.arrayContaining(Object.values(steps)));
  expect(blocks).toHaveLength(Object.keys(steps).length);
});

/** Our image's Node on Debian, with systemd and what compiles the SQLite driver. */
const dockerfile = (node: string) => `FROM node:${node}
RUN apt-get update \\
 && apt-get install -y --no-install-recommends systemd libnss-systemd dbus python3 make g++
ENV container=docker
CMD ["/lib/systemd/systemd"]
`;

describe.skipIf(!hasDocker())('as a service', { timeout: 3 * 60_000 }, () => {
  let sandbox: Sandbox;
  const source = () => path.join(sandbox.folder, 'source');

  beforeAll(async () => {
    sandbox = await createSandbox();
    await mkdir(source());
    await cp('docs/guide/install', path.join(source(), 'docs/guide/install'), { recursive: true });
    await sandbox.run(['npm', 'pack', '--ignore-scripts', '--pack-destination', source()], {
      cwd: process.cwd(),
    });
    const [, node = ''] = /^ARG NODE=(\S+)$/m.exec(await readFile('Dockerfile', 'utf8')) ?? [];
    const image = `docker build --tag ${sandbox.name} - <<'END'\n${dockerfile(node)}END`;
    await sandbox.run(image, { minutes: 10 });
    await sandbox.run(`docker run --detach --name ${sandbox.name} --privileged ${await cgroups()} \
      --tmpfs /run --tmpfs /run/lock --volume ${source()}:/source:ro --workdir /source \
      --env npm_config_build_from_source=sqlite3 --env npm_config_nodedir=/usr/local ${sandbox.name}`);
    await waitUntil(() =>
      run('systemctl is-active multi-user.target').then(
        () => true,
        () => false,
      ),
    );
  }, 15 * 60_000);
  afterAll(() => sandbox?.remove(), 120_000);

  /** systemd needs control groups that it may change. */
  async function cgroups(): Promise<string> {
    const version = await sandbox.run(['docker', 'info', '--format', '{{.CgroupVersion}}']);
    return version.trim() === '2'
      ? '--cgroupns=private'
      : '--cgroupns=host --volume /sys/fs/cgroup:/sys/fs/cgroup';
  }

  const run = (commands: string | readonly string[], minutes = 2) => {
    const script = [commands].flat().join('\n');
    return sandbox.run(['docker', 'exec', sandbox.name, 'bash', '-ec', script], { minutes });
  };
  const ask =
    "fetch('http://127.0.0.1:3000/api/health/ready').then(({ ok }) => console.log(ok), console.log)";
  const waitUntilReady = () =>
    waitUntil(
      async () => (await sandbox.run(['docker', 'exec', sandbox.name, 'node', '-e', ask])) === 'true\n',
    );
  /** Commands of the administrator, who is root here. */
  const signIn = `printf '%s\\n' '${admin.password}' | fileshare login http://127.0.0.1:3000 --identifier ${admin.username} --password-stdin`;
  const download = (link: string) =>
    run(
      `rm -rf /tmp/got; fileshare download '${link}' --output /tmp/got; cmp /tmp/sent.bin /tmp/got/sent.bin`,
    );

  let link: string;

  it('is installed and started', { timeout: 10 * 60_000 }, async () => {
    await run(steps.install, 10);
    await waitUntilReady();
    expect(await run(steps.install.at(-1) ?? '')).toMatch(/\/setup#token=/);
  });

  it('is set up with a command of its own, and returns files', async () => {
    const { email, username, password } = admin;
    const init = `fileshare-as-service init --email ${email} --username ${username} --password-stdin --app-url http://127.0.0.1:3000`;
    await run(`printf '%s\\n' '${password}' | ${init}`);
    await run([signIn, 'head -c 3000000 /dev/urandom > /tmp/sent.bin']);
    const stdout = await run('fileshare upload /tmp/sent.bin --json 2>/dev/null');
    link = readJson({ stdout }).share.url;
    await download(link);
    expect(
      await run('stat -c %U:%a /var/lib/private/fileshare /var/lib/private/fileshare/secret.key'),
    ).toMatch(/:700\n.*:600\n$/);
  });

  it('may write to another folder, and backs up to it', async () => {
    await run(steps.addFolder);
    await waitUntilReady();
    await run(steps.backUp);
    expect(await run('stat -c %U:%a /backup/fileshare /root/fileshare.key')).toBe(
      'fileshare:700\nroot:600\n',
    );
  });

  it('is restored from there', async () => {
    expect(await run(steps.restore)).toContain('No file is damaged');
    await waitUntilReady();
    await run(signIn);
    await download(link);
    expect(await run('stat -c %U /var/lib/private/fileshare/fileshare.db')).toBe('fileshare\n');
  });

  it('goes back to the copy of its database', async () => {
    // What an update of the tables would have made.
    await run([
      'systemctl stop fileshare',
      'cd /var/lib/fileshare',
      'cp -p fileshare.db fileshare.db.before-0023-notifications',
    ]);
    expect(await run(steps.goBack)).toContain('No file is damaged');
    await waitUntilReady();
    await download(link);
  });

  it('ends well when it is stopped', async () => {
    await run('systemctl stop fileshare');
    expect(await run('systemctl show fileshare --property=Result,ExecMainStatus')).toBe(
      'Result=success\nExecMainStatus=0\n',
    );
  });
});
