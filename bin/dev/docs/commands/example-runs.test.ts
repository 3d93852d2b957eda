import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examples } from '../../../../cli/examples.ts';
import { readCalls, type ShellCall } from '../../../../cli/testing/shell-line.ts';
import { usesServer } from '../../../../daemon/testing/test-database.ts';
import { usesBucket } from '../../../../daemon/testing/test-storage.ts';
import { needs, notRun } from './example-table.ts';
import { type Instance, startInstance } from './instance.ts';
import { createPreparations, type State } from './prepared.ts';
import type { CommandOptions } from './run-command.ts';

/** Every example of the help runs as it is written, in this process, against one server. */
let instance: Instance;
let key: string;

beforeAll(async () => {
  instance = await startInstance();
  const made = ['key', 'create', 'example', '--scope', 'shares:read,shares:write,reverse-shares,admin'];
  const { stdout } = await run([...made, '--password-stdin'], { stdin: `${instance.app.admin.password}\n` });
  key = stdout.toString().trim();
});
afterAll(() => instance?.stop());

const run = (words: readonly string[], options: Partial<CommandOptions> = {}) =>
  instance.run(words.map(replace), options);

/** What examples name, by what is prepared for it. */
function replace(word: string): string {
  const { app, folder } = instance;
  const rows: readonly [RegExp, string][] = [
    [/^(https:\/\/)?files\.example\.org/, app.url],
    [/\b(AbCdEf|GhIjKl|holiday-2030|backups)$/, `$1-${round}`],
    [/^more\/\*\.jpg$/, 'more/three.jpg'],
    [/^files$/, '127.0.0.1'],
    [/^(\/srv\/fileshare)$/, app.dataDir],
    [/^\/(srv|backup|root)\//, `${folder}/$1/`],
    [/^~/, folder],
  ];
  if (word.startsWith(folder) || word.startsWith(app.dataDir)) return word;
  return rows.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), word);
}

const preparations = createPreparations((words) => run(words, { stdin: `${instance.app.admin.password}\n` }));

/** The ID of a deleted share is never used again, so that the next share of this name has another. */
let round = 0;

/** Restores what earlier examples have changed. */
async function prepare(name: string, states: readonly State[]): Promise<void> {
  if (name === 'share create') renameShares();
  await preparations.prepare(states);
}

async function restore(name: string): Promise<void> {
  if (/^(login|logout|profile)/.test(name)) await instance.signIn();
  if (/^config (set|unset)/.test(name)) await instance.setUp();
  if (/delete|remove|revoke|update|config|close/.test(name)) preparations.forget();
  if (/shares? delete|share create/.test(name)) renameShares();
}

function renameShares(): void {
  round += 1;
  preparations.forget();
}

async function stdinOf({ input, isPiped }: ShellCall): Promise<string> {
  if (isPiped) return 'create table goods ();\n';
  if (input === null) return '';
  return input === 'key.txt' ? key : readFile(path.join(instance.folder, input), 'utf8');
}

const rows = Object.entries(examples).flatMap(([name, lines]) => lines.map((line) => ({ name, line })));
const isRun = ({ name, line }: { name: string; line: string }) => !(name in notRun) && !(line in notRun);

it('names only examples that exist as those that are not run', () => {
  const known = rows.flatMap(({ name, line }) => [name, line]);
  expect(Object.keys(notRun).filter((entry) => !known.includes(entry))).toEqual([]);
});

describe.skipIf(usesServer() || usesBucket())('the examples', () => {
  it.each(rows.filter(isRun))('$line', async ({ name, line }) => {
    const { states = [], answers = null } = needs[line] ?? needs[name] ?? {};
    await prepare(name, states);
    for (const call of readCalls(line)) {
      const isAsked = answers !== null && call.input === null && !call.words.includes('--yes');
      const written = answers?.map((answer) =>
        answer === 'PASSWORD' ? instance.app.admin.password : answer,
      );
      const options = isAsked && written ? { answers: written } : { stdin: await stdinOf(call) };
      const { exitCode, stdout, stderr } = await run(call.words, options);
      expect(exitCode, stdout.toString() + stderr).toBe(0);
    }
    await restore(name);
  });
});
