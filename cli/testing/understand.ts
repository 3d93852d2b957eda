import * as z from 'zod/mini';
import { findConfigKey } from '../config/find-key.ts';
import { createCliTranslator, GlobalOptions } from '../context.ts';
import { LocalOptions } from '../options/local.ts';
import { preparePasswordFlag } from '../options/passwords.ts';
import { readOptions } from '../options/read.ts';
import { buildProgram, type Call } from '../program.ts';

const translator = createCliTranslator({});

/**
 * Parses the words of a command as the program does, checks its options and the names of variables, and does not run it.
 *
 * @throws an error that the program would print
 */
export async function understand(argv: readonly string[]): Promise<Call> {
  const calls: Call[] = [];
  const handle = async (call: Call) => {
    calls.push(call);
  };
  const output = { writeErr: () => undefined };
  const program = buildProgram({ translator, version: '', handle, output });
  await program.parseAsync(preparePasswordFlag(argv), { from: 'user' });
  const [call] = calls;
  if (!call) throw new Error('no command was called');
  checkValues(call);
  return call;
}

function checkValues({ entry, command, args, options, globals }: Call): void {
  readOptions(translator, GlobalOptions, globals);
  const schema = entry.canBeLocal ? z.extend(command.options, LocalOptions.shape) : command.options;
  readOptions(translator, schema, options);
  if (command.args?.[0]?.name === 'variable') args.forEach(findConfigKey);
}
