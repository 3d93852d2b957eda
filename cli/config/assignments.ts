import { type ConfigKey, configRow, isConfigKey, isSecret } from '#sdk/contract/config.js';
import { CliError } from '../errors/cli-error.ts';
import { findConfigKey } from './find-key.ts';

export interface Assignments {
  given: readonly { key: ConfigKey; typed: string }[];
  /** Variables named without a value, which is read from elsewhere. */
  open: readonly ConfigKey[];
}

/**
 * Parses `KEY VALUE`, `KEY=VALUE …` and `KEY`. `hasSource`: a value comes from stdin or a file.
 *
 * @throws HintedError of `config_unknown`
 * @throws CliError `usage` when they contain a secret, a variable twice, or a value of several words
 */
export function readAssignments(words: readonly string[], hasSource: boolean): Assignments {
  const [name = '', typed] = words;
  const isPair = !hasSource && words.length === 2 && typed !== undefined && !name.includes('=');
  if (!hasSource && words.length > 2) refuseLooseWords(name, typed ?? '');
  const entries = isPair ? [{ name, typed }] : words.map(split);
  const known = entries.map((entry) => ({ key: findConfigKey(entry.name), typed: entry.typed }));
  const assignments = {
    given: known.flatMap(({ key, typed: text }) => (text === undefined ? [] : [{ key, typed: text }])),
    open: known.filter((entry) => entry.typed === undefined).map(({ key }) => key),
  };
  refuseRepeated(known.map(({ key }) => key));
  refuseSecrets(assignments.given);
  return assignments;
}

function split(word: string): { name: string; typed: string | undefined } {
  const end = word.indexOf('=');
  return end === -1
    ? { name: word, typed: undefined }
    : { name: word.slice(0, end), typed: word.slice(end + 1) };
}

/** `general.appName Our files`: the shell has taken a value apart. */
function refuseLooseWords(name: string, typed: string): void {
  if (!isConfigKey(name) || typed.includes('=') || isConfigKey(typed)) return;
  refuseSecrets([{ key: name, typed }]);
  throw new CliError({
    exit: 'usage',
    key: 'cli.errors.config_words',
    params: { key: name },
    hint: { key: 'cli.hints.config_quotes', params: { key: name } },
  });
}

function refuseRepeated(keys: readonly ConfigKey[]): void {
  const repeated = keys.find((key, index) => keys.indexOf(key) !== index);
  if (repeated === undefined) return;
  throw new CliError({ exit: 'usage', key: 'cli.errors.config_twice', params: { key: repeated } });
}

/** Other users of the machine see arguments. */
function refuseSecrets(given: Assignments['given']): void {
  const secret = given.find(({ key, typed }) => typed !== '' && isSecret(configRow(key)));
  if (!secret) return;
  throw new CliError({
    exit: 'usage',
    key: 'cli.errors.config_secret_in_arguments',
    params: { key: secret.key },
    hint: { key: 'cli.hints.config_secret', params: { key: secret.key } },
  });
}
