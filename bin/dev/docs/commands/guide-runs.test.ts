import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examples } from '../../../../cli/examples.ts';
import { readEnv } from '../../../../daemon/env/env.ts';
import { usesServer } from '../../../../daemon/testing/test-database.ts';
import { usesBucket } from '../../../../daemon/testing/test-storage.ts';
import { type Engine, engines } from './engines.ts';
import * as exampleTable from './example-table.ts';
import { type Block, pages, readBlocks, readFences } from './guide-blocks.ts';
import { type Needs, needs, pageNeeds } from './guide-needs.ts';
import { covered, type Row, scripts } from './guide-table.ts';
import { type Instance, startInstance } from './instance.ts';
import { createPreparations, makeFolder, type Preparations } from './prepared.ts';
import { leaveFolders } from './run-command.ts';
import { openShell, type Shell } from './shell.ts';

/**
 * Every command of the guides runs as it is written, with other names, unless `guide-table.ts` lists it. Guides are
 * skipped without the programs of `engines.ts`: `hasClamd`, `hasLdapServer`, `findPostgres`.
 */

const blocks = pages.flatMap(readBlocks);
const matches = (row: Row, page: string, command: string) =>
  (row.page === undefined || row.page === page) && row.commands.test(command);
const exampleLines = Object.entries(examples).flatMap(([name, lines]) =>
  lines.filter((line) => !(name in exampleTable.notRun) && !(line in exampleTable.notRun)),
);
/** The examples of the help are run by `example-runs.test.ts`. */
const isRunElsewhere = (page: string, command: string) =>
  exampleLines.includes(command) || covered.some((row) => matches(row, page, command));

const advice = `
Every command of a guide is tested. If this one is right, do one of these in bin/dev/docs/commands:
- guide-needs.ts: prepare what it takes for granted, or answer what it asks
- guide-table.ts: name the test that runs it`;

describe('the table', () => {
  it('has only rows for commands that a guide shows', () => {
    const unused = covered.filter(
      (row) => !blocks.some(({ page, commands }) => commands.some((command) => matches(row, page, command))),
    );
    expect(unused).toEqual([]);
    const own = blocks.flatMap(ownCommands);
    expect(Object.keys(needs).filter((command) => !own.includes(command))).toEqual([]);
    expect(Object.keys(pageNeeds).filter((page) => !pages.includes(page))).toEqual([]);
  });

  it('names every page with JavaScript', () => {
    const isScript = ({ language }: { language: string }) => /^(js|ts)$/.test(language);
    expect(Object.keys(scripts)).toEqual(pages.filter((page) => readFences(page).some(isScript)));
  });

  it.each([...covered, ...Object.values(scripts)])('names $by for what it runs', ({ by, shows }) => {
    expect(existsSync(by), `${by} is not there`).toBe(true);
    expect(readFileSync(by, 'utf8')).toContain(shows);
  });
});

/** Variables of the server that a block shows without a command. */
const isSetting = (command: string) => /^[A-Z0-9_]+=('[^']*'|\S*)$/.test(command);
const isSettings = ({ commands }: Block) => commands.every(isSetting);

it.each(blocks.filter(isSettings))('$name: the server accepts these variables', async ({ commands }) => {
  const folder = await makeFolder();
  const pairs = commands.map((command) => /^([^=]+)=(.*)$/.exec(command)?.slice(1) ?? []);
  const variables = Object.fromEntries(pairs) as Record<string, string>;
  const files = Object.keys(variables).filter((name) => name.endsWith('_FILE'));
  const secret = path.join(folder, 'password.txt');
  const given = { ...variables, ...Object.fromEntries(files.map((name) => [name, secret])) };
  expect(() => readEnv(given)).not.toThrow();
  await rm(folder, { recursive: true });
});

const ownCommands = ({ page, commands }: Block) =>
  commands.filter((command) => !isRunElsewhere(page, command));
const shellBlocks = blocks.filter((block) => !isSettings(block) && ownCommands(block).length > 0);
const shellPages = pages.filter((page) => shellBlocks.some((block) => block.page === page));

let common: Instance | null = null;
afterAll(() => common?.stop());

describe.skipIf(usesServer() || usesBucket()).each(shellPages)('%s', (page) => {
  const { isInstalled = true, start = null } = engines[page] ?? {};
  const { isAlone = false, env = {}, names: pageNames = {} } = pageNeeds[page] ?? {};
  let instance: Instance;
  let folder: string;
  let shell: Shell;
  let engine: Engine | null = null;
  let preparations: Preparations;

  beforeAll(async () => {
    if (!isInstalled) return;
    engine = start && (await start());
    const startOwn = () => startInstance(env);
    instance = isAlone ? await startOwn() : (common ??= await startOwn());
    folder = await makeFolder();
    shell = await openShell({ folder, env: { ...instance.env, ...engine?.env, HOME: folder } });
    const options = { cwd: folder, stdin: `${instance.app.admin.password}\n` };
    preparations = createPreparations((words) => instance.run(words, options));
  });
  afterAll(async () => {
    await shell?.close();
    if (isAlone) await instance?.stop();
    await engine?.stop();
    leaveFolders();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });

  /** What stands for something in the guides, by what is there. */
  function replace(text: string, names: Readonly<Record<string, string>>): string {
    const { app } = instance;
    const given = Object.entries({ ...pageNames, ...names }).reduce(
      (all, [name, value]) => all.replaceAll(name, value),
      text,
    );
    return given
      .replaceAll(/(https:\/\/)?(?<![@.\w])files\.example\.org|http:\/\/localhost:3000/g, app.url)
      .replaceAll(/(?<![\w.~-])\/(srv\/fileshare|var\/lib\/fileshare|data)(?![\w-])/g, app.dataDir)
      .replaceAll(/(?<![\w.~-])\/(srv|backup|root|etc|var|usr|run)\//g, `${folder}/$1/`);
  }

  it.skipIf(!isInstalled).each(shellBlocks.filter((block) => block.page === page))(
    '$name',
    { timeout: 120_000 },
    async (block) => {
      const commands = ownCommands(block);
      const given = commands.map((command): Needs => needs[command] ?? {});
      await preparations.prepare(given.flatMap(({ states = [] }) => states));
      const names = Object.assign({}, ...given.map((one) => one.names ?? {})) as Record<string, string>;
      const before = given.map((one) => one.before ?? '').join('\n');
      const { password } = instance.app.admin;
      const rows = commands.map((command, at) => ({
        text: replace(command, names),
        answers: given[at]?.answers?.map((one) => (one === 'PASSWORD' ? password : one)),
      }));
      const first = { text: `:\n${replace(before, names)}` };
      const { exitCode, outputs } = await shell.run([first, ...rows]);
      const failed = commands[outputs.length - 2] ?? before;
      const { stdout = '', stderr = '' } = outputs.at(-1) ?? {};
      expect(exitCode, `${failed}\n${stdout}${stderr}${advice}`).toBe(0);
      const printed = outputs.slice(1).map((one, at) => ({ command: commands[at], ...one }));
      expect(printed.filter((one) => one.stdout.startsWith('{"error"'))).toEqual([]);
      const missing = printed.filter((one, at) => given[at]?.prints?.test(one.stdout + one.stderr) === false);
      expect(missing).toEqual([]);
      if (commands.some((command) => /fileshare (login|logout|profile) /.test(command)))
        await instance.signIn();
    },
  );
});

it('finds the commands of the guides', () => {
  expect(blocks.length).toBeGreaterThan(80);
  const languages = new Set(pages.flatMap(readFences).map(({ language }) => language));
  const known = ['', 'sh', 'js', 'json', 'yaml', 'sql', 'nginx', 'apache', 'text'];
  expect([...languages].filter((language) => !known.includes(language))).toEqual([]);
});
