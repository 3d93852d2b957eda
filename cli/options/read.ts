import type * as z from 'zod/mini';
import { type FieldIssue, type IssueCode, issueCodes, wrongTypeCode } from '#sdk/contract/errors.js';
import { describeIssue } from '#sdk/i18n/describe-error.js';
import type { Translator } from '#sdk/i18n/translate.js';
import { CliError } from '../errors/cli-error.ts';
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
  const result = schema.safeParse(raw);
  if (result.success) return result.data;
  const [first] = result.error.issues;
  if (!first) throw result.error;
  throw new CliError({
    exit: 'usage',
    key: 'cli.errors.option_invalid',
    params: {
      option: `--${toKebabCase(String(first.path[0] ?? ''))}`,
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
