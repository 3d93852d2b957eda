import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminConfigVariable, ConfigVariable } from '#sdk/contract/config/api.js';
import { type ConfigKey, type ConfigRow, configKeys, configRow, isSecret } from '#sdk/contract/config.js';
import { sampleOf, typedConfigKeys } from '#sdk/testing/config-samples.js';
import { writePng } from '../../daemon/testing/png.ts';
import type { CliResult } from './run-cli.ts';
import { runOnTerminal } from './terminal.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

let workspace: Workspace;
beforeAll(async () => {
  // The other servers of these tests lock it.
  workspace = await createWorkspace({ FILESHARE_CONFIG_GENERAL_APP_URL: '' });
});
afterAll(() => workspace?.remove());

const run = (...args: string[]) => workspace.run(['config', ...args]);

async function listAll(): Promise<Map<string, AdminConfigVariable>> {
  const { stdout } = await run('list', '--json');
  const { variables } = JSON.parse(stdout) as { variables: AdminConfigVariable[] };
  return new Map(variables.map((variable) => [variable.key, variable]));
}

async function listAsVisitor(): Promise<Map<string, ConfigVariable>> {
  const response = await fetch(`${workspace.server.url}/api/configs`);
  const variables = (await response.json()) as ConfigVariable[];
  return new Map(variables.map((variable) => [variable.key, variable]));
}

describe('each variable of the registry', () => {
  // With this one, the administrator of the test could do nothing else.
  const keys = typedConfigKeys.filter((key) => key !== 'policies.adminTotp');
  const isSecretKey = (key: ConfigKey) => isSecret(configRow(key));
  const placesOf = (row: ConfigRow): readonly string[] => ('sentTo' in row && row.sentTo) || [];
  let set: CliResult[];
  let unset: CliResult;
  let [forAdmin, forVisitor, afterwards] = [new Map(), new Map(), new Map()] as [
    Map<string, AdminConfigVariable>,
    Map<string, ConfigVariable>,
    Map<string, AdminConfigVariable>,
  ];

  beforeAll(async () => {
    set = [];
    const assign = (keys: readonly ConfigKey[]) => keys.map((key) => `${key}=${sampleOf(key)}`);
    const secrets = keys.filter(isSecretKey);
    // Secrets go before what needs them, and after the place that they are sent to: moved ones are forgotten.
    const places = secrets.flatMap((key) => placesOf(configRow(key)));
    set.push(await run('set', ...assign(keys.filter((key) => places.includes(key)))));
    for (const key of secrets) {
      set.push(await workspace.run(['config', 'set', key, '--stdin'], { stdin: `${sampleOf(key)}\n` }));
    }
    const others = keys.filter((key) => !isSecretKey(key));
    set.push(await run('set', ...assign(others)));
    forAdmin = await listAll();
    forVisitor = await listAsVisitor();
    unset = await run('unset', ...configKeys);
    afterwards = await listAll();
  });

  it('is set and reset by a command that says so and prints nothing else', () => {
    const quiet = { exitCode: 0, stdout: '' };
    expect([...set, unset]).toMatchObject([...set, unset].map(() => quiet));
    expect(set.at(-1)?.stderr).toContain('share.maxSize is now 1 (1 byte).');
    for (const { stderr } of set) expect(stderr).not.toContain('secret of ');
    expect(unset.stderr).toContain('share.idLength was reset to its default: 16');
  });

  it.each(keys)('%s', (key) => {
    const value = sampleOf(key);
    expect(forAdmin.get(key)).toMatchObject({ isSet: true, value: isSecretKey(key) ? null : value });
    expect(forVisitor.get(key)?.value).toBe(configRow(key).visibility === 'public' ? value : undefined);
    expect(afterwards.get(key)).toMatchObject({ isSet: false, value: null });
  });
});

it('is obeyed by the running server at once', async () => {
  await writeFile(path.join(workspace.folder, 'large.txt'), 'x'.repeat(2000));
  expect(await run('set', 'share.maxSize', '1kB')).toMatchObject({ exitCode: 0 });
  expect((await workspace.run(['upload', 'large.txt'])).exitCode).toBe(8);
  expect(await run('unset', 'share.maxSize')).toMatchObject({ exitCode: 0 });
  expect((await workspace.run(['upload', 'large.txt'])).exitCode).toBe(0);
});

it('prints the bare value, and brings a text of several lines back as it was', async () => {
  const text = '# Imprint\n\n$& {nobody} <b>Ärger</b>\n\n';
  await writeFile(path.join(workspace.folder, 'imprint.md'), text);
  const file = ['set', 'legal.imprintText', '--file', 'imprint.md'];
  expect(await run(...file)).toMatchObject({ exitCode: 0 });
  expect((await run('get', 'legal.imprintText')).stdout).toBe(text);
  expect((await run('get', 'share.chunkSize')).stdout).toBe('50000000\n');
  expect((await run('list', 'legal', '--changed')).stdout).toMatch(/^legal\.imprintText\tset\t.*\t\n$/);
});

it('uploads a logo, refuses what is none, and takes it away', async () => {
  const picture = writePng({ width: 64 });
  const files = {
    'logo.png': picture,
    'photo.png': Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46]),
    'wide.png': writePng({ width: 64, height: 32 }),
  };
  for (const [name, content] of Object.entries(files)) {
    await writeFile(path.join(workspace.folder, name), content);
  }
  const readLogo = async () => {
    const response = await fetch(`${workspace.server.url}/img/logo.png`);
    return Buffer.from(await response.arrayBuffer());
  };
  const builtIn = await readLogo();
  expect(await run('set', 'general.logo', 'logo.png')).toMatchObject({ exitCode: 0 });
  expect(await readLogo()).toEqual(picture);
  const photo = await run('set', 'general.logo', 'photo.png');
  expect(photo).toMatchObject({ exitCode: 2 });
  expect(photo.stderr).toContain("This isn't a PNG image");
  expect((await run('set', 'general.logo=wide.png')).stderr).toContain('64 × 32');
  expect((await run('get', 'general.logo')).stdout).toMatch(/^\/img\/logo\.png\?v=/);
  expect(await run('unset', 'general.logo')).toMatchObject({ exitCode: 0 });
  expect(await readLogo()).toEqual(builtIn);
});

it('asks for a secret on a terminal, without an echo, and never shows it', async () => {
  const { env, folder: cwd } = workspace;
  const answers = [['Value of smtp.password', 'hunter2 & co'] as const];
  const asked = await runOnTerminal(['config', 'set', 'smtp.password'], { env, cwd, answers });
  expect(asked).toMatchObject({ exitCode: 0 });
  expect(asked.screen).not.toContain('hunter2');
  expect((await run('get', 'smtp.password')).exitCode).toBe(5);
  expect((await run('list', 'smtp')).stdout).toContain('smtp.password\tset\t\t');
});

describe('what is wrong', () => {
  let before: Map<string, AdminConfigVariable>;
  beforeAll(async () => {
    before = await listAll();
  });

  it.each([
    [['set', 'share.maxsize', '5GB'], 6, 'Did you mean share.maxSize?'],
    [['get', 'nonsense'], 6, 'Config variable nonsense not found'],
    [['list', 'mail'], 6, 'general, share, policies'],
    [['set', 'general.appName', 'Our', 'files'], 2, 'Put it in quotes'],
    [['set', 'general.appName', '-x'], 2, 'config set KEY=VALUE'],
    [['set', 'email.inviteMessage', '--file', '.'], 2, 'This is a folder'],
    [['set', 'smtp.password', 'hunter2'], 2, '--stdin or --file'],
    [['set', 'smtp.password'], 2, 'no terminal'],
    [['set', 'share.maxExpiration', 'soon'], 2, 'share.maxExpiration: Must be a time span'],
    [['set', 'share.idLength', '51'], 2, 'share.idLength: Must be at most 50'],
    [['set', 'general.appUrl', 'https://example.org/files'], 2, 'general.appUrl: Must be an address like'],
    [
      ['set', 'email.inviteMessage', 'Hello {nobody}'],
      2,
      'email.inviteMessage: Contains an unknown placeholder',
    ],
    [['set', 'general.appName=Ours', 'share.maxFiles=many'], 2, 'share.maxFiles: Must be a number'],
  ])('is refused: %j', async (args, exitCode, words) => {
    const result = await run(...args);
    expect(result).toMatchObject({ exitCode, stdout: '' });
    expect(result.stderr).toContain(words);
    expect(result.stderr).not.toContain('hunter2');
  });

  it('names everything that lacks at once, for programs too', async () => {
    const { exitCode, stdout } = await run('set', 'smtp.enabled', 'true', '--json');
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'config_invalid', issues: [{ field: 'smtp.host' }, { field: 'smtp.email' }] },
    });
  });

  it('has changed nothing', async () => {
    expect(await listAll()).toEqual(before);
  });
});

it('explains a variable', async () => {
  const { stdout } = await run('explain', 'smtp.enabled');
  expect(stdout).toMatch(/^smtp\.enabled: Send email\n/);
  expect(stdout).toMatch(/^Requires +smtp\.host, smtp\.port, smtp\.email$/m);
  expect(stdout).toMatch(/^Environment variable +FILESHARE_CONFIG_SMTP_ENABLED$/m);
});

it('is for administrators, or for who is on the machine of the server', async () => {
  const env = { ...workspace.strangerEnv(), FILESHARE_URL: '' };
  const args = ['config', 'set', 'share.maxExpiration', '30d'];
  expect((await workspace.run(args, { env: workspace.strangerEnv() })).exitCode).toBe(4);
  const local = [...args, '--local', '--data-dir', path.join(workspace.folder, 'data')];
  expect(await workspace.run(local, { env })).toMatchObject({ exitCode: 0 });
  // The server reads what another process has written.
  await expect.poll(async () => (await listAsVisitor()).get('share.maxExpiration')?.value).toBe('720');

  const locked = { ...env, FILESHARE_CONFIG_SHARE_MAX_EXPIRATION: '24' };
  const refused = await workspace.run(local, { env: locked });
  expect(refused.exitCode).toBe(12);
  expect(refused.stderr).toContain('FILESHARE_CONFIG_SHARE_MAX_EXPIRATION');
});
