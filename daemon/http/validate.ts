import * as z from 'zod/mini';
import {
  AppError,
  type FieldIssue,
  type IssueCode,
  issueCodes,
  type ParamValue,
  wrongTypeCode,
} from '#sdk/contract/errors.js';

/**
 * Parses a part of a request.
 *
 * @throws AppError `validation_failed`, with all problems in `issues`
 */
export function parsePart<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = z.safeParse(schema, value, { reportInput: true });
  if (result.success) return result.data;
  throw validationError(result.error.issues.flatMap(toIssues));
}

export function validationError(issues: readonly FieldIssue[]): AppError {
  const [first] = issues;
  return new AppError(
    'validation_failed',
    { field: first?.field ?? '', problem: first?.code ?? 'invalid' },
    { issues },
  );
}

function toIssues(issue: z.core.$ZodIssue): FieldIssue[] {
  const field = issue.path.map(String).join('.');
  const build = (code: IssueCode, params?: Record<string, ParamValue>): FieldIssue[] => [
    params ? { field, code, params } : { field, code },
  ];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ field: field ? `${field}.${key}` : key, code: 'unknown_key' }));
    case 'invalid_type':
      return build(issue.input === undefined ? 'required' : wrongTypeCode(issue.expected));
    case 'too_small':
      return issue.origin === 'string'
        ? build(issue.minimum === 1 ? 'required' : 'too_short', { length: Number(issue.minimum) })
        : build('too_small', { minimum: Number(issue.minimum) });
    case 'too_big':
      return issue.origin === 'string'
        ? build('too_long', { length: Number(issue.maximum) })
        : build('too_big', { maximum: Number(issue.maximum) });
    default:
      // Our own checks use the code of their text as the message.
      return build(isIssueCode(issue.message) ? issue.message : 'invalid');
  }
}

function isIssueCode(text: string): text is IssueCode {
  return (issueCodes as readonly string[]).includes(text);
}
