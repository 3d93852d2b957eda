import type * as z from 'zod/mini';
import { type FieldIssue, type IssueCode, issueCodes, wrongTypeCode } from '#sdk/contract/errors.js';
import { describeIssue } from '#sdk/i18n/describe-error.js';
import type { Translator } from '#sdk/i18n/translate.js';
import { CliError } from '../errors/cli-error.ts';
import { argumentLabel } from '../errors/names.ts';
import { toKebabCase } from './specs.ts';

type Issue = z.core.$ZodIssue;

/**
 * The options of a command, checked by its schema.
 *
 * @throws CliError `usage`, which names the option and its bounds
 */
export function readOptions<O extends z.ZodMiniObject>(
  translator: Translator,
  schema: O,
  raw: Readonly<Record<string, unknown>>,
): z.output<O> {
  return read(translator, { schema, raw, nameOf: (key) => `--${toKebabCase(key)}` });
}

/**
 * The same for arguments, by their names.
 *
 * @throws CliError `usage`, which names the argument
 */
export function readArguments<A extends z.ZodMiniObject>(
  translator: Translator,
  schema: A,
  raw: Readonly<Record<string, unknown>>,
): z.output<A> {
  return read(translator, { schema, raw, nameOf: (name) => argumentLabel({ name }) });
}

/** What is wrong with the first of these values, in words; null if nothing is. */
export function findOptionProblem(
  translator: Translator,
  schema: z.ZodMiniObject,
  raw: Readonly<Record<string, unknown>>,
): string | null {
  const [first] = schema.safeParse(raw).error?.issues ?? [];
  return first ? describeProblem(translator, first, raw) : null;
}

interface Reading<S> {
  schema: S;
  raw: Readonly<Record<string, unknown>>;
  /** The word of the command line for a key of the schema. */
  nameOf(key: string): string;
}

function read<S extends z.ZodMiniObject>(
  translator: Translator,
  { schema, raw, nameOf }: Reading<S>,
): z.output<S> {
  const result = schema.safeParse(raw);
  if (result.success) return result.data;
  const [first] = result.error.issues;
  if (!first) throw result.error;
  throw new CliError({
    exit: 'usage',
    key: 'cli.errors.option_invalid',
    params: {
      option: nameOf(String(first.path[0] ?? '')),
      problem: describeProblem(translator, first, raw),
    },
  });
}

function describeProblem(
  translator: Translator,
  issue: Issue,
  raw: Readonly<Record<string, unknown>>,
): string {
  const key: string = issue.message;
  // What only the command line takes, such as sizes, has texts of its own.
  if (key.startsWith('cli.') && translator.has(key)) return translator.t(key);
  const isMissing = issue.path.length === 1 && raw[String(issue.path[0])] === undefined;
  return describeIssue(translator, isMissing ? { code: 'required' } : toFieldIssue(issue));
}

function toFieldIssue(issue: Issue): Pick<FieldIssue, 'code' | 'params'> {
  if (isIssueCode(issue.message)) return { code: issue.message };
  if (issue.code === 'too_small') {
    const minimum = Number(issue.minimum);
    return issue.origin === 'string'
      ? { code: 'too_short', params: { length: minimum } }
      : { code: 'too_small', params: { minimum } };
  }
  if (issue.code === 'too_big') {
    const maximum = Number(issue.maximum);
    return issue.origin === 'string'
      ? { code: 'too_long', params: { length: maximum } }
      : { code: 'too_big', params: { maximum } };
  }
  return { code: issue.code === 'invalid_type' ? wrongTypeCode(issue.expected) : 'invalid' };
}

function isIssueCode(message: string): message is IssueCode {
  return issueCodes.some((code) => code === message);
}
