import {
  Argument as CommanderArgument,
  Command as CommanderCommand,
  InvalidArgumentError,
  Option,
  type OutputConfiguration,
} from 'commander';
import type { MessageKey, Translator } from '#sdk/i18n/translate.js';
import type { Argument, Command, CommandEntry } from './command.ts';
import { commandGroups, commands } from './commands.ts';
import { GlobalOptions } from './context.ts';
import { LocalOptions } from './options/local.ts';
import { type OptionSpec, optionsFrom } from './options/specs.ts';

/** A parsed command line, whose values are not checked yet. */
export interface Call {
  entry: CommandEntry;
  command: Command;
  args: readonly string[];
  options: Readonly<Record<string, unknown>>;
  globals: Readonly<Record<string, unknown>>;
}

interface ProgramInit {
  translator: Translator;
  version: string;
  handle(call: Call): Promise<void>;
  /** Where help and usage errors are written; the streams of the process by default. */
  output?: OutputConfiguration;
}

/** The commander program of the command table. A command's module is loaded when its name is read. */
export function buildProgram({ translator, version, handle, output = {} }: ProgramInit): CommanderCommand {
  const program = new CommanderCommand('fileshare')
    .description(translator.t('cli.about'))
    .version(version, '-V, --version', translator.t('cli.options.version'))
    .helpOption('-h, --help', translator.t('cli.options.help'))
    .helpCommand('help [command]', translator.t('cli.commands.help'))
    // The choices are already shown in the option's flags.
    .configureHelp({
      showGlobalOptions: true,
      optionDescription: (option) => option.description,
      optionTerm: (option) => option.flags.replace(' []', ''),
    })
    .configureOutput(output)
    .exitOverride();
  addOptions(program, optionsFrom(GlobalOptions), translator);
  for (const entry of commands) {
    const words = entry.name.split(' ');
    const parent = findOrAddGroup(program, words.slice(0, -1), translator);
    const node = addSubcommand(parent, words.at(-1) ?? '', { summary: entry.summary, translator });
    node.aliases([...(entry.aliases ?? [])]);
    parent.hook('preSubcommand', async (_parent, chosen) => {
      if (chosen !== node) return;
      completeSubcommand(node, { entry, command: await entry.load() }, { translator, handle });
      if (rootOf(node).args.some(asksForHelp)) await addExamples(node, entry, translator);
    });
  }
  nameSubcommands(program, translator);
  // Last, because commands inherit it when they are created.
  return program.configureOutput({ ...output, outputError: (text, write) => write(suggestInGroups(text)) });
}

/** What people call it elsewhere. */
const synonyms: Readonly<Record<string, string>> = { remove: 'delete', rm: 'delete' };

/** Commander looks for similar words at the first level only. Most who type `fileshare delete` mean `share delete`. */
function suggestInGroups(text: string): string {
  const [, word] = /^error: unknown command '(.+?)'/.exec(text) ?? [];
  if (word === undefined) return text;
  const names = commands
    .map(({ name }) => name)
    .filter((name) => {
      const [, last, ...more] = name.split(' ');
      return last !== undefined && more.length === 0 && [word, synonyms[word]].includes(last);
    });
  return names.length === 0
    ? text
    : `error: unknown command '${word}'\n(Did you mean one of ${names.join(', ')}?)\n`;
}

/** A usage error of a group names its commands. Set last, because commands inherit it when they are created. */
function nameSubcommands(program: CommanderCommand, { t }: Translator): void {
  for (const { name: group } of commandGroups) {
    const node = findSubcommand(program, group.split(' '));
    const names = node.commands.map((command) => command.name()).join(', ');
    node.showHelpAfterError(t('cli.hints.subcommands', { names, group }));
  }
}

/**
 * Turns `help upload` into `upload --help` and `share help show` into `share show --help`: commander's own help command
 * does not load the command, so it would show neither its arguments nor its options.
 */
export function expandHelp(program: CommanderCommand, argv: readonly string[]): string[] {
  const [word, ...rest] = argv;
  if (word === 'help' && program.commands.length > 0) return [...rest, '--help'];
  const child = program.commands.find((command) => command.name() === word);
  return word === undefined || !child ? [...argv] : [word, ...expandHelp(child, rest)];
}

/** All commands with their options, for the reference. */
export async function buildFullProgram(translator: Translator, version: string): Promise<CommanderCommand> {
  const handle = async () => {};
  const program = buildProgram({ translator, version, handle });
  for (const entry of commands) {
    const node = findSubcommand(program, entry.name.split(' '));
    completeSubcommand(node, { entry, command: await entry.load() }, { translator, handle });
  }
  return program;
}

function findSubcommand(program: CommanderCommand, words: readonly string[]): CommanderCommand {
  return words.reduce((parent, word) => {
    const child = parent.commands.find((candidate) => candidate.name() === word);
    if (!child) throw new Error(`no command ${word}`);
    return child;
  }, program);
}

/** A command that only groups others, such as `share` or `admin users`. */
function findOrAddGroup(
  program: CommanderCommand,
  words: readonly string[],
  translator: Translator,
): CommanderCommand {
  const word = words.at(-1);
  if (word === undefined) return program;
  const name = words.join(' ');
  const group = commandGroups.find((candidate) => candidate.name === name);
  if (!group) throw new Error(`no group ${name}`);
  const parent = findOrAddGroup(program, words.slice(0, -1), translator);
  const existing = parent.commands.find((candidate) => candidate.name() === word);
  return existing ?? addSubcommand(parent, word, { summary: group.summary, translator });
}

function addSubcommand(
  parent: CommanderCommand,
  name: string,
  { summary, translator }: { summary: MessageKey; translator: Translator },
): CommanderCommand {
  // `command` copies the parent's settings, such as where help goes and how to exit.
  return parent
    .command(name)
    .description(translator.t(summary))
    .helpOption('-h, --help', translator.t('cli.options.help'));
}

interface Loaded {
  entry: CommandEntry;
  command: Command;
}

function completeSubcommand(
  node: CommanderCommand,
  { entry, command }: Loaded,
  { translator, handle }: Pick<ProgramInit, 'translator' | 'handle'>,
): void {
  for (const argument of command.args ?? []) node.addArgument(toCommanderArgument(argument, translator));
  addOptions(node, optionsFrom(command.options), translator);
  if (entry.canBeLocal) addOptions(node, optionsFrom(LocalOptions), translator);
  if (command.usageHint) node.showHelpAfterError(translator.t(command.usageHint));
  node.action(async () => {
    await handle({
      entry,
      command,
      args: node.processedArgs.flat().filter((value) => typeof value === 'string'),
      options: node.opts(),
      globals: rootOf(node).opts(),
    });
  });
}

/** `--help`, or `-h`, also among other short options. */
function asksForHelp(word: string): boolean {
  return /^(--help|-\w*h\w*)$/.test(word);
}

async function addExamples(node: CommanderCommand, { name }: CommandEntry, { t }: Translator): Promise<void> {
  const { examples } = await import('./examples.ts');
  const lines = (examples[name] ?? []).map((line) => `  ${line}`);
  node.addHelpText('after', ['', t('cli.examples'), ...lines].join('\n'));
}

function rootOf(node: CommanderCommand): CommanderCommand {
  return node.parent ? rootOf(node.parent) : node;
}

function toCommanderArgument(
  { name, text: textName = name, required, variadic, choices }: Argument,
  translator: Translator,
): CommanderArgument {
  const label = `${name.toUpperCase()}${variadic ? '...' : ''}`;
  const key = `cli.args.${textName}`;
  const text = translator.has(key) ? translator.t(key) : '';
  const argument = new CommanderArgument(required ? `<${label}>` : `[${label}]`, text);
  return choices ? argument.choices(choices) : argument;
}

function addOptions(node: CommanderCommand, specs: readonly OptionSpec[], translator: Translator): void {
  for (const spec of specs) {
    node.addOption(toCommanderOption(spec, translator));
    if (spec.negatable) node.addOption(toNegativeOption(spec, translator));
  }
}

function toNegativeOption({ long, text }: OptionSpec, translator: Translator): Option {
  const key = `cli.options.no_${text}`;
  return new Option(`--no-${long.slice(2)}`, translator.has(key) ? translator.t(key) : '');
}

function toCommanderOption(spec: OptionSpec, translator: Translator): Option {
  const option = new Option(flagsOf(spec), describeOption(spec, translator));
  // The schema fills defaults in; here they are only shown, so that an option that was not given is absent.
  if (spec.type === 'integer')
    option.argParser((text: string) => (/^-?\d+$/.test(text) ? Number(text) : text));
  if (spec.type === 'list') {
    option.argParser((text: string, before: string[] | undefined) => [
      ...(before ?? []),
      ...readListItems(text, spec.choices),
    ]);
    return option;
  }
  return spec.choices ? option.choices(spec.choices) : option;
}

/** Splits items of a fixed set at commas. Other items, such as patterns, can contain commas and are not split. */
function readListItems(text: string, choices: readonly string[] | undefined): string[] {
  if (!choices) return [text];
  const items = text.split(',').map((item) => item.trim());
  if (items.every((item) => choices.includes(item))) return items;
  throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`);
}

function flagsOf(spec: OptionSpec): string {
  const short = spec.short ? `${spec.short}, ` : '';
  if (spec.type === 'boolean')
    return `${short}${spec.defaultValue === true ? `--no-${spec.long.slice(2)}` : spec.long}`;
  return `${short}${spec.long} ${spec.optionalValue ? `[${spec.valueName}]` : `<${spec.valueName}>`}`;
}

/** The help text of an option. */
export function describeOption(
  { text: name, description, defaultValue, type }: OptionSpec,
  translator: Translator,
): string {
  const textKey = `cli.options.${name}`;
  const text = translator.has(textKey) ? translator.t(textKey) : (description ?? '');
  if (defaultValue === undefined || type === 'boolean') return text;
  return translator.t('cli.option_default', { text, value: `${defaultValue}` });
}
