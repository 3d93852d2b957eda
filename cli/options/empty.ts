import type { Argument, CommandEntry } from '../command.ts';
import { CliError } from '../errors/cli-error.ts';
import { argumentLabel } from '../errors/names.ts';
import type { Call } from '../program.ts';
import { LocalOptions } from './local.ts';
import { isPathOption, optionsFrom } from './specs.ts';

type Given = Pick<Call, 'entry' | 'command' | 'args' | 'options'>;

/**
 * Refuses empty arguments and paths. A shell makes them of variables that are not set, and as a path, the empty text is
 * the current folder: a job would publish everything in it.
 *
 * @throws CliError `usage`, which names the argument or option
 */
export function refuseEmpty({ entry, command, args, options }: Given): void {
  const name =
    findEmptyArgument(command.args ?? [], args) ?? findEmptyPath(entry, { options, schema: command.options });
  if (name === undefined) return;
  throw new CliError({
    exit: 'usage',
    key: 'cli.errors.argument_empty',
    params: { name },
    hint: { key: 'cli.hints.argument_empty' },
    details: { argument: name },
  });
}

/** The last argument can stand for several words. */
function findEmptyArgument(known: readonly Argument[], words: readonly string[]): string | undefined {
  const of = (position: number) => known[Math.min(position, known.length - 1)];
  const empty = words.findIndex((word, position) => word === '' && of(position)?.canBeEmpty !== true);
  const argument = empty === -1 ? undefined : of(empty);
  return argument && argumentLabel(argument);
}

/** Other options than paths can have a meaning when they are empty, such as that of removing a name. */
function findEmptyPath(
  { canBeLocal }: Pick<CommandEntry, 'canBeLocal'>,
  { options, schema }: { options: Given['options']; schema: Given['command']['options'] },
): string | undefined {
  // Most command lines have none, and the schemas take time to read.
  if (!Object.values(options).includes('')) return undefined;
  const specs = [...optionsFrom(schema), ...(canBeLocal ? optionsFrom(LocalOptions) : [])];
  return specs.find((spec) => isPathOption(spec) && options[spec.key] === '')?.long;
}
