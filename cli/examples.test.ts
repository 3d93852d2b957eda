import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { commands } from './commands.ts';
import { findConfigKey } from './config/find-key.ts';
import { createCliTranslator, GlobalOptions } from './context.ts';
import { examples } from './examples.ts';
import { LocalOptions } from './options/local.ts';
import { preparePasswordFlag } from './options/passwords.ts';
import { readOptions } from './options/read.ts';
import { buildProgram, type Call } from './program.ts';

const translator = createCliTranslator({});

it('every command has two or three examples', () => {
  const names = commands.map(({ name }) => name);
  expect(Object.keys(examples).sort()).toEqual([...names].sort());
  const counts = Object.entries(examples).map(([name, lines]) => [name, lines.length]);
  expect(counts.filter(([, count]) => count !== 2 && count !== 3)).toEqual([]);
});

it.each(Object.entries(examples))('the examples of %s are understood', async (name, lines) => {
  for (const line of lines) {
    const calls = await Promise.all(readCalls(line).map(parse));
    expect(calls.map(({ entry }) => entry.name)).toContain(name);
    for (const call of calls) checkValues(call);
  }
});

/** Parses a command line as the program does, without running the command. */
async function parse(argv: readonly string[]): Promise<Call> {
  const calls: Call[] = [];
  const handle = async (call: Call) => {
    calls.push(call);
  };
  const output = { writeErr: () => undefined };
  const program = buildProgram({ translator, version: '', handle, output });
  await program.parseAsync(preparePasswordFlag(argv), { from: 'user' });
  const [call] = calls;
  if (!call) throw new Error('no command was called');
  return call;
}

function checkValues({ entry, command, args, options, globals }: Call): void {
  readOptions(translator, GlobalOptions, globals);
  const schema = entry.canBeLocal ? z.extend(command.options, LocalOptions.shape) : command.options;
  readOptions(translator, schema, options);
  if (command.args?.[0]?.name === 'variable') args.forEach(findConfigKey);
}

/** The words of each call of `fileshare` in a line for a shell. */
function readCalls(line: string): string[][] {
  // Outside quotes, a call ends where another command, a redirection or `)` follows.
  return [...line.matchAll(/\bfileshare ((?:'[^']*'|[^'|<>)])+)/g)].map(([, words = '']) =>
    [...words.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", '')),
  );
}
