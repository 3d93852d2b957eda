import { type Messages, placeholdersOf } from './catalogue.ts';
import type { Family } from './families.ts';
import type { Usage } from './usage.ts';

/** Finds problems between the English catalogue, the sources and the tables of the contract. */

export interface EnglishInput {
  english: Messages;
  usage: Usage;
  families: Readonly<Record<string, Family>>;
  /** Parameters by key, where they are fixed. */
  fixedParams: ReadonlyMap<string, ReadonlySet<string>>;
}

export function findEnglishProblems({ english, usage, families, fixedParams }: EnglishInput): string[] {
  const required = listKeys(families, ({ required: ends }) => ends);
  const possible = listKeys(families, ({ optional = [] }) => optional);
  const inUse = new Set([...required, ...possible, ...usage.literals]);
  const unused = [...english.keys()].filter((key) => !inUse.has(key));
  const missing = required.filter((key) => !english.has(key));
  const undeclared = [...usage.prefixes].filter(([prefix]) => !isInFamily(prefix, families));
  const fixed = [...fixedParams].filter(
    ([key, params]) => english.has(key) && !isEqual(placeholdersOf(english.get(key)?.values() ?? []), params),
  );
  const countless = [...english].filter(([, forms]) =>
    [...forms].some(([form, text]) => form === '' && isAboutMany(text)),
  );
  return [
    ...unused.map((key) => `unused: ${key}`),
    ...missing.map((key) => `no English text: ${key}`),
    ...undeclared.map(([prefix, where]) => `${where}: keys of ${prefix}… are in no family`),
    ...fixed.map(([key, params]) => `${key} must have exactly these parameters: ${list(params)}`),
    ...countless.map(
      ([key, forms]) => `${key} needs a text for one thing too (_one, _other): ${forms.get('')}`,
    ),
    ...usage.calls.flatMap((call) => findCallProblems(call, english)),
  ];
}

/**
 * A number and the plural of what it counts, with up to three words in between; not a name, nor a word before a verb or
 * a "for".
 */
const manyThings =
  /\{(?!creator\}|name\})\w+\}(?: (?!has |is |for )\w+){0,3} (?:files|folders|shares|links|keys|users|accounts|addresses|sessions|mails|jobs|views|downloads|changes|days|hours|minutes|seconds)\b/;

function isAboutMany(text: string): boolean {
  return manyThings.test(text);
}

function listKeys(families: EnglishInput['families'], ends: (family: Family) => readonly string[]): string[] {
  const keys = Object.entries(families).flatMap(([start, family]) => ends(family).map((end) => start + end));
  return [...new Set(keys)];
}

function isInFamily(prefix: string, families: EnglishInput['families']): boolean {
  const keys = listKeys(families, ({ required, optional = [] }) => [...required, ...optional]);
  return keys.some((key) => key.startsWith(prefix));
}

function findCallProblems({ key, params, where }: Usage['calls'][number], english: Messages): string[] {
  const forms = english.get(key);
  if (!forms) return [`${where}: unknown key ${key}`];
  const lacking = [...placeholdersOf(forms.values())].filter((name) => params && !params.has(name));
  return lacking.map((name) => `${where}: ${key} needs the parameter ${name}`);
}

export function isEqual(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((name) => other.has(name));
}

export function list(names: ReadonlySet<string>): string {
  return names.size === 0 ? 'none' : [...names].map((name) => `{${name}}`).join(', ');
}
