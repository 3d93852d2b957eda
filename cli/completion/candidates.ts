import type { Translator } from '#sdk/i18n/translate.js';
import type { OptionSpec } from '../options/specs.ts';
import { describeOption } from '../program.ts';
import { childrenOf, type Position } from './position.ts';
import { type Candidate, type Source, sourceOfArgument, sourceOfOption } from './sources.ts';

/** What can stand at the cursor: these words, or what a source knows. */
export type Completion =
  | { kind: 'words'; words: readonly Candidate[] }
  | { kind: 'source'; source: Source; prefix: string };

const nothing: Completion = { kind: 'words', words: [] };

/** Finds what can stand at the cursor, where `word` has been typed so far. */
export function completionAt(position: Position, word: string, translator: Translator): Completion {
  const { pending, isLiteral, command, path, options } = position;
  if (pending) return completeValue(pending, { prefix: '', word });
  if (!isLiteral && word.startsWith('-')) {
    const [name = '', ...value] = word.split('=');
    if (value.length === 0) return completeOption(options, translator);
    const spec = options.find(({ long }) => long === name);
    return spec ? completeValue(spec, { prefix: `${name}=`, word: value.join('=') }) : nothing;
  }
  if (command) return completeArgument(position);
  const words = childrenOf(path).map(({ names: [value], summary }) => {
    return { value, description: translator.t(summary) };
  });
  return { kind: 'words', words };
}

function completeOption(options: readonly OptionSpec[], translator: Translator): Completion {
  const words = options.flatMap((spec) =>
    namesOf(spec).map((value) => ({ value, description: describeOption(spec, translator) })),
  );
  return { kind: 'words', words };
}

function namesOf({ long, type, defaultValue, negatable }: OptionSpec): string[] {
  const negative = `--no-${long.slice(2)}`;
  if (negatable) return [long, negative];
  return [type === 'boolean' && defaultValue === true ? negative : long];
}

function completeValue(spec: OptionSpec, { prefix, word }: { prefix: string; word: string }): Completion {
  const { choices, type } = spec;
  if (!choices) {
    const source = sourceOfOption(spec);
    return source ? { kind: 'source', source, prefix } : nothing;
  }
  // A list continues after each comma.
  const before = type === 'list' ? prefix + word.slice(0, word.lastIndexOf(',') + 1) : prefix;
  return { kind: 'words', words: choices.map((choice) => ({ value: before + choice, description: '' })) };
}

function completeArgument({ command, args }: Position): Completion {
  const known = command?.args ?? [];
  const last = known.at(-1);
  const argument = known[args.length] ?? (last?.variadic ? last : undefined);
  if (!argument) return nothing;
  const { choices } = argument;
  if (choices) return { kind: 'words', words: choices.map((value) => ({ value, description: '' })) };
  const source = sourceOfArgument(argument, args.length);
  return source ? { kind: 'source', source, prefix: '' } : nothing;
}
