import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import {
  AppError,
  type ErrorCode,
  type FieldIssue,
  type IssueCode,
  isErrorCode,
  issueCodes,
  makeError,
  wrongTypeCode,
} from '#sdk/contract/errors.js';
import { describeError, describeIssue } from '#sdk/i18n/describe-error.js';
import type { Translator } from '#sdk/i18n/translate.js';
import { useTranslator } from './i18n.tsx';

interface Limits {
  maxLength?: number;
}

/** The props that a field's input needs: name, handlers, limits and the text of its error. */
export interface ContractField extends UseFormRegisterReturn, Limits {
  error: string | undefined;
}

export interface ContractForm<Values extends FieldValues> extends UseFormReturn<Values> {
  field(name: Path<Values>): ContractField;
  /** Shows the server's errors at their fields; false when the error concerns no field. */
  showServerIssues(error: unknown): boolean;
  /** The text of an error that concerns the whole form; undefined when it belongs to a field. */
  generalProblem(error: unknown): string | undefined;
}

/** Errors that concern a single field, and that field. */
export type FieldOfError<Field extends string = string> = { readonly [C in ErrorCode]?: Field };

/**
 * A form over a body of the contract: checked by its schema, with the texts of `validation.<code>`. Empty text fields
 * are omitted, as the contract's optional fields require.
 */
export function useContractForm<Schema extends z.ZodMiniObject, Values extends FieldValues = z.input<Schema>>(
  schema: Schema,
  defaultValues: DefaultValues<NoInfer<Values>>,
  fieldOfError: FieldOfError<keyof NoInfer<Schema>['shape'] & string> = {},
): ContractForm<Values> {
  const translator = useTranslator();
  const resolver = useMemo(() => contractResolver<Values>(schema), [schema]);
  const form = useForm<Values>({ resolver, defaultValues, mode: 'onTouched' });
  const { errors } = form.formState;

  const placesOf = (error: unknown) =>
    error instanceof AppError ? findPlaces<Values>(error, schema, fieldOfError) : [];

  return {
    ...form,
    field: (name: Path<Values>) => {
      const input = form.register(name);
      return {
        ...input,
        // An empty field that is left shows no message: it would move the link that is being clicked.
        onBlur: async (event: { target: { value: unknown } }) => {
          if (event.target.value !== '' || errors[name]) await input.onBlur(event);
        },
        ...limitsOf(schema, name),
        error: describeProblem(translator, errors[name]?.message),
      };
    },
    showServerIssues: (error: unknown): boolean => {
      const places = placesOf(error);
      for (const [index, { name, message }] of places.entries()) {
        form.setError(name, { message }, { shouldFocus: index === 0 });
      }
      return places.length > 0;
    },
    generalProblem: (error: unknown) =>
      error === null || placesOf(error).length > 0 ? undefined : describeError(translator, error),
  };
}

interface Place<Values extends FieldValues> {
  name: Path<Values>;
  message: string;
}

function findPlaces<Values extends FieldValues>(
  error: AppError,
  schema: z.ZodMiniObject,
  fieldOfError: FieldOfError,
): Place<Values>[] {
  const ownField = fieldOfError[error.code];
  const places =
    ownField === undefined
      ? error.issues.map((issue) => ({ name: issue.field, message: writeProblem(issue) }))
      : [{ name: ownField, message: error.code }];
  const names = Object.keys(schema.def.shape);
  // The names are only looked up in the schema.
  return places.filter(({ name }) => names.includes(name)) as Place<Values>[];
}

/** Returns the text of a field's error: an error code, or a problem as `writeProblem` encodes it. */
function describeProblem(translator: Translator, message: unknown): string | undefined {
  if (typeof message !== 'string' || message === '') return undefined;
  if (isErrorCode(message)) return describeError(translator, makeError(message, undefined));
  return describeIssue(translator, readProblem(message));
}

function contractResolver<Values extends FieldValues>(schema: z.ZodMiniObject): Resolver<Values> {
  const resolve = zodResolver(schema, { error: (issue) => writeProblem(toProblem(issue)) });
  return async (values, context, options) => {
    const filled = Object.entries<unknown>(values)
      .filter(([, value]) => value !== '' && value !== undefined)
      .map(([name, value]): [string, unknown] => [
        name,
        isNumberField(schema, name) ? toNumber(value) : value,
      ]);
    // The resolver of zod knows the fields only as unknown.
    const result = await resolve(Object.fromEntries<unknown>(filled), context, options as never);
    return result as Awaited<ReturnType<Resolver<Values>>>;
  };
}

function isNumberField(schema: z.ZodMiniObject, name: string): boolean {
  return innerField(schema, name)?._zod.def.type === 'number';
}

/** Inputs contain text. Anything that is not a plain number stays text, so that the schema refuses it. */
function toNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
}

type Problem = Pick<FieldIssue, 'code' | 'params'>;

/** Converts a raw zod issue to a problem of the contract. Checks with their own message are not passed here. */
function toProblem(issue: z.core.$ZodRawIssue): Problem {
  if (issue.code === 'invalid_type') {
    return { code: issue.input === undefined ? 'required' : wrongTypeCode(issue.expected) };
  }
  const isText = 'origin' in issue && issue.origin === 'string';
  if (issue.code === 'too_small') {
    const minimum = Number(issue.minimum);
    if (!isText) return { code: 'too_small', params: { minimum } };
    return minimum === 1 ? { code: 'required' } : { code: 'too_short', params: { length: minimum } };
  }
  if (issue.code === 'too_big') {
    const maximum = Number(issue.maximum);
    return isText
      ? { code: 'too_long', params: { length: maximum } }
      : { code: 'too_big', params: { maximum } };
  }
  return { code: 'invalid' };
}

/** Form libraries store one text per error; ours is the code with its values, such as `too_short length=8`. */
function writeProblem({ code, params }: Problem): string {
  const [param] = Object.entries(params ?? {});
  return param ? `${code} ${param.join('=')}` : code;
}

function readProblem(message: string): Problem {
  const [word = '', param] = message.split(' ');
  const code: IssueCode = issueCodes.find((candidate) => candidate === word) ?? 'invalid';
  const [name = '', value] = param?.split('=') ?? [];
  return value === undefined ? { code } : { code, params: { [name]: Number(value) } };
}

function limitsOf(schema: z.ZodMiniObject, name: string): Limits {
  for (const check of innerField(schema, name)?._zod.def.checks ?? []) {
    const { def } = check._zod;
    if ('maximum' in def && def.check === 'max_length') return { maxLength: Number(def.maximum) };
  }
  return {};
}

/** The schema of a field itself, without what makes it optional or gives it a default. */
function innerField(schema: z.ZodMiniObject, name: string): z.core.$ZodType | undefined {
  let field: z.core.$ZodType | undefined = schema.def.shape[name];
  while (field && 'innerType' in field._zod.def) field = field._zod.def.innerType as z.core.$ZodType;
  return field;
}
