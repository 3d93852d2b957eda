import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commands } from '../../../cli/commands.ts';
import { runProgram } from '../bench/processes.ts';
import type { Amounts, Cost, Costs } from './budget.ts';
import { partOf } from './parts.ts';
import {
  admin,
  environmentIn,
  executable,
  inFolder,
  type ProbedServer,
  preload,
  startServer,
} from './server.ts';

type Parsed = readonly (readonly [address: string, length: number])[];

/** Lengths by address. */
type Scripts = ReadonlyMap<string, number>;

/** Commands that scripts use, besides those whose results the others need. */
const calls = ({ folder, share }: State): string[][] => [
  ['download', share, '--output', folder, '--json'],
  ['list', '--json'],
  ['config', 'get', 'general.appName', '--json', '--local', '--data-dir', join(folder, 'data')],
  // The shell asks this each time somebody presses Tab.
  ['__complete', 'share', 'show', ''],
];

interface State {
  folder: string;
  /** The link of what `upload` has sent. */
  share: string;
}

/** Loads every command as the program does, without running one. */
const loadEveryCommand =
  "const { commands } = await import('./dist/cli/commands.js'); for (const { load } of commands) await load();";

/**
 * The modules that are read by `fileshare serve` from its start to its first answer; by `--version` and
 * `--help`; by `whoami` in addition to `--help`: what every command reads that asks a server; and by each other command in
 * addition to these.
 */
export function measureModules(): Promise<Costs> {
  return inFolder(async (folder) => {
    const server = await startServer(folder, 'modules.js');
    try {
      await (await fetch(server.url)).arrayBuffer();
      const scripts = new Map((await server.ask()) as Parsed);
      return { 'fileshare serve': toCost(scripts), ...(await measureCommands(folder, server)) };
    } finally {
      await server.stop();
    }
  });
}

async function measureCommands(folder: string, { url }: ProbedServer): Promise<Costs> {
  const [version, help] = await Promise.all([run(folder, ['--version']), run(folder, ['--help'])]);
  const signIn = ['login', url, '--identifier', admin.username, '--password-stdin'];
  const login = await run(folder, signIn, admin.password);
  const whoami = await run(folder, ['whoami', '--json']);
  const sent = await run(folder, ['upload', 'package.json', '--json']);
  const { url: share } = JSON.parse(sent.stdout) as { url: string };
  const known = new Set([...help.scripts.keys(), ...whoami.scripts.keys()]);
  const added: [string, Cost][] = [
    ['fileshare login', toCost(login.scripts, known)],
    ['fileshare upload', toCost(sent.scripts, known)],
  ];
  const remaining = calls({ folder, share }).values();
  const next = async () => {
    for (const args of remaining) {
      const { scripts } = await run(folder, args);
      added.push([`fileshare ${nameOf(args)}`, toCost(scripts, known)]);
    }
  };
  await Promise.all([next(), next()]);
  const list = join(folder, 'commands.json');
  await runProgram(process.execPath, [
    ...preload(`modules.js?to=${list}`),
    '--input-type=module',
    '--eval',
    loadEveryCommand,
  ]);
  return {
    'fileshare --version': toCost(version.scripts),
    'fileshare --help': toCost(help.scripts),
    'fileshare whoami': toCost(whoami.scripts, new Set(help.scripts.keys())),
    ...Object.fromEntries(added.sort(([a], [b]) => (a < b ? -1 : 1))),
    'all commands': toCost(await readScripts(list), known),
  };
}

/** The words before the arguments, such as `share show`, and whether it works on this machine. */
function nameOf(args: readonly string[]): string {
  const entry = commands.find(({ name }) => `${args.join(' ')} `.startsWith(`${name} `));
  const name = entry?.name ?? args[0] ?? '';
  return args.includes('--local') ? `${name} --local` : name;
}

interface Run {
  stdout: string;
  scripts: Scripts;
}

let runs = 0;

async function run(folder: string, args: readonly string[], input?: string): Promise<Run> {
  const list = join(folder, `${runs++}.json`);
  const env = environmentIn(folder);
  const options = { env, ...(input !== undefined && { input }) };
  const { stdout } = await runProgram(
    process.execPath,
    [...preload(`modules.js?to=${list}`), executable, ...args],
    options,
  );
  return { stdout, scripts: await readScripts(list) };
}

async function readScripts(list: string): Promise<Scripts> {
  return new Map(JSON.parse(await readFile(list, 'utf8')) as Parsed);
}

function toCost(scripts: Scripts, known: ReadonlySet<string> = new Set()): Cost {
  const cost: Record<string, Amounts> = {};
  for (const [address, length] of scripts) {
    const part = partOf(address);
    if (!part || known.has(address)) continue;
    const { modules = 0, files = 0, bytes = 0 } = cost[part.name] ?? {};
    const one = part.isPackage ? { modules: modules + 1 } : { files: files + 1 };
    cost[part.name] = { ...one, bytes: bytes + length };
  }
  return cost;
}
