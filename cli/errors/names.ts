import { type AppError, type FieldIssue, makeError } from '#sdk/contract/errors.js';
import type { Argument, Command } from '../command.ts';
import { optionsFrom } from '../options/specs.ts';

/** What the texts of errors name, besides what the errors say themselves. */
export interface ErrorNames {
  /** The server that the command used last. */
  server: string | null;
  /** The options and arguments that fields of the API come from: `expiration` → `--expires`. */
  fields: ReadonlyMap<string, string>;
}

export const noNames: ErrorNames = { server: null, fields: new Map() };

/** A field of the API has the name of its option or argument, unless that names another one as `field`. */
export function fieldNamesOf({ args = [], options }: Pick<Command, 'args' | 'options'>): Map<string, string> {
  return new Map([
    ...args.map((argument): [string, string] => [argument.field ?? argument.name, argumentLabel(argument)]),
    ...optionsFrom(options).map(({ field, long }): [string, string] => [field, long]),
  ]);
}

/** An argument as the help shows it. */
export function argumentLabel({ name }: Pick<Argument, 'name'>): string {
  return name.toUpperCase();
}

/** Names the options in place of the fields that the server found wrong. */
export function withOptionNames(error: AppError, { fields }: ErrorNames): AppError {
  const { code, issues, requestId } = error;
  if (code !== 'validation_failed') return error;
  // `recipients.0` is one of the values of an option.
  const nameOf = (field: string) => fields.get(field.split('.')[0] ?? '') ?? field;
  const params = { ...error.params };
  if (typeof params['field'] === 'string') params['field'] = nameOf(params['field']);
  const named = issues.map((issue): FieldIssue => ({ ...issue, field: nameOf(issue.field) }));
  return makeError(code, params, { issues: named, cause: error, requestId });
}
