import type { Command, CommandEntry } from '../command.ts';
import { commandGroups, commands } from '../commands.ts';
import { GlobalOptions } from '../context.ts';
import { LocalOptions } from '../options/local.ts';
import { type OptionSpec, optionsFrom } from '../options/specs.ts';

/** What the words before the cursor have settled. */
export interface Position {
  /** The group or command: `share`, `share show`; empty at the beginning. */
  path: string;
  /** null: the command is not named yet */
  command: Command | null;
  /** The options that the command takes. */
  options: readonly OptionSpec[];
  /** Its positional arguments so far. */
  args: readonly string[];
  /** The option whose value comes next. */
  pending: OptionSpec | null;
  /** After `--`, nothing is an option. */
  isLiteral: boolean;
  /** The value of `--server`. */
  server: string | undefined;
}

/** Returns null when a word names no command: what follows it has no meaning. */
export async function readPosition(words: readonly string[]): Promise<Position | null> {
  let position: Position | null = {
    path: '',
    command: null,
    options: optionsFrom(GlobalOptions),
    args: [],
    pending: null,
    isLiteral: false,
    server: undefined,
  };
  for (const word of words) position = position && (await readWord(position, word));
  return position;
}

async function readWord(position: Position, word: string): Promise<Position | null> {
  const { pending, isLiteral, command, args } = position;
  if (pending) return { ...withValue(position, pending, word), pending: null };
  if (!isLiteral && word === '--') return { ...position, isLiteral: true };
  if (!isLiteral && word.startsWith('-') && word !== '-') return readOption(position, word);
  return command ? { ...position, args: [...args, word] } : readName(position, word);
}

function readOption(position: Position, word: string): Position {
  const [name = '', ...value] = word.split('=');
  const spec = position.options.find(({ long, short }) => long === name || short === name);
  if (!spec || spec.type === 'boolean') return position;
  if (value.length > 0) return withValue(position, spec, value.join('='));
  return spec.optionalValue ? position : { ...position, pending: spec };
}

function withValue(position: Position, { key }: OptionSpec, value: string): Position {
  return key === 'server' ? { ...position, server: value } : position;
}

async function readName(position: Position, word: string): Promise<Position | null> {
  // `help share` is completed like `share`.
  if (word === 'help') return position;
  const child = childrenOf(position.path).find(({ names }) => names.includes(word));
  if (!child) return null;
  if (!child.entry) return { ...position, path: child.path };
  const command = await child.entry.load();
  const schemas = [command.options, ...(child.entry.canBeLocal ? [LocalOptions] : [])];
  const options = [...schemas.flatMap(optionsFrom), ...position.options];
  return { ...position, path: child.path, command, options };
}

interface Child {
  path: string;
  /** Its last word, and the short forms of that. */
  names: readonly [string, ...string[]];
  summary: CommandEntry['summary'];
  /** null: it is a group */
  entry: CommandEntry | null;
}

/** The commands and groups in a group. */
export function childrenOf(path: string): Child[] {
  const start = path === '' ? '' : `${path} `;
  const isChild = ({ name }: { name: string }) =>
    name.startsWith(start) && !name.slice(start.length).includes(' ');
  const lastWord = (name: string) => name.slice(start.length);
  const entries = commands.filter(isChild).map((entry): Child => {
    const { name, aliases = [], summary } = entry;
    return { path: name, names: [lastWord(name), ...aliases], summary, entry };
  });
  const groups = commandGroups
    .filter(isChild)
    .map(({ name, summary }): Child => ({ path: name, names: [lastWord(name)], summary, entry: null }));
  return [...entries, ...groups];
}
