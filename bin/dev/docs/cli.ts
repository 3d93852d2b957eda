import type { Command } from 'commander';
import type { Translator } from '#sdk/i18n/translate.js';
import { examples } from '../../../cli/examples.ts';
import { buildFullProgram } from '../../../cli/program.ts';
import { code, page, table } from './markdown.ts';

/** Every command of `fileshare`, with its own help text. */
export async function cliReference(translator: Translator): Promise<string> {
  const program = await buildFullProgram(translator, '');
  const leaves = program.commands.flatMap(listLeaves);
  return page(
    'Command line',
    program.description(),
    ...leaves.map(describeCommand),
    `## Options of every command\n\n${describeOptions(program)}`,
    'Exit codes: see [errors.md](errors.md).',
  );
}

/** The commands that do something. */
export function listLeaves(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(listLeaves);
}

function describeCommand(command: Command): string {
  const help = command.createHelp();
  const aliases = command.aliases().map(code);
  const args = help
    .visibleArguments(command)
    .map((argument) => [code(argument.name()), argument.description]);
  return [
    `## ${nameOf(command)}`,
    `${command.description()}.${aliases.length > 0 ? ` Short: ${aliases.join(', ')}.` : ''}`,
    `\`\`\`\n${help.commandUsage(command)}\n\`\`\``,
    args.length > 0 ? table(['Argument', 'Meaning'], args) : '',
    describeOptions(command),
    describeExamples(command),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function describeOptions(command: Command): string {
  const help = command.createHelp();
  const rows = command.options.map((option) => [
    code(help.optionTerm(option)),
    help.optionDescription(option),
  ]);
  return rows.length > 0 ? table(['Option', 'Meaning'], rows) : '';
}

function describeExamples(command: Command): string {
  const lines = examples[nameOf(command).replace(/^fileshare /, '')] ?? [];
  return lines.length > 0 ? `Examples:\n\n\`\`\`sh\n${lines.join('\n')}\n\`\`\`` : '';
}

/** With all words: `fileshare share show`. */
export function nameOf(command: Command): string {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
}
