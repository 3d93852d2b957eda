import { useMemo } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import * as z from 'zod/mini';
import { AppError } from '#sdk/contract/errors.js';
import { type ContractForm, type FieldOfError, useContractForm } from './contract-form.ts';
import { useCurrentUser } from './session.tsx';

/** Whether the account can be confirmed by a password. */
export function useHasPassword(): boolean {
  return useCurrentUser()?.hasPassword ?? true;
}

/** Whether the user of an account without a password has to sign in again before doing this. */
export function needsFreshSignIn(error: unknown): boolean {
  return error instanceof AppError && error.code === 'fresh_sign_in_required';
}

interface Options<Schema extends z.ZodMiniObject> {
  fieldOfError: FieldOfError<keyof Schema['shape'] & string> & { password_wrong: string };
  /** Whether these values have to be confirmed; the same function in each rendering */
  needsPassword?: (values: z.output<Schema>) => boolean;
}

/**
 * A form with the current password of the account, in the field of `password_wrong`. It is required if the account has
 * one and the values need it; they all do, unless `needsPassword` says otherwise. `Confirmation` draws the field, or asks users without a password to sign in again.
 */
export function useConfirmedForm<
  Schema extends z.ZodMiniObject,
  Values extends FieldValues = z.input<Schema>,
>(
  schema: Schema,
  defaultValues: DefaultValues<NoInfer<Values>>,
  { fieldOfError, needsPassword = always }: Options<NoInfer<Schema>>,
): ContractForm<Values> {
  const hasPassword = useHasPassword();
  const field = fieldOfError.password_wrong;
  const confirmed = useMemo(
    () => (hasPassword ? withRequired(schema, field, needsPassword) : schema),
    [schema, field, needsPassword, hasPassword],
  );
  const form = useContractForm<Schema, Values>(confirmed, defaultValues, fieldOfError);
  return {
    ...form,
    generalProblem: (error) => (needsFreshSignIn(error) ? undefined : form.generalProblem(error)),
  };
}

const always = () => true;

function withRequired<Schema extends z.ZodMiniObject>(
  schema: Schema,
  field: string,
  isNeeded: (values: z.output<Schema>) => boolean,
): Schema {
  const isGiven = z.refine<z.output<Schema>>((body) => body[field] !== undefined || !isNeeded(body), {
    path: [field],
    message: 'required',
    // Checked even if other fields are wrong, so that all problems are shown together.
    when: () => true,
  });
  return schema.check(isGiven);
}
