import { useMemo } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import * as z from 'zod/mini';
import { AppError } from '#sdk/contract/errors.js';
import { type ContractForm, type FieldOfError, useContractForm } from '../../lib/contract-form.ts';
import { useCurrentUser } from '../../lib/session.tsx';

/** Whether the account can be confirmed by a password. */
export function useHasPassword(): boolean {
  return useCurrentUser()?.hasPassword ?? true;
}

/** Whether the user of an account without a password has to sign in again before doing this. */
export function needsFreshSignIn(error: unknown): boolean {
  return error instanceof AppError && error.code === 'fresh_sign_in_required';
}

/**
 * A form with the current password of the account, in the field of `password_wrong`. It is required if the account has
 * one. `Confirmation` draws the field, or asks users without a password to sign in again.
 */
export function useConfirmedForm<
  Schema extends z.ZodMiniObject,
  Values extends FieldValues = z.input<Schema>,
>(
  schema: Schema,
  defaultValues: DefaultValues<NoInfer<Values>>,
  fieldOfError: FieldOfError<keyof NoInfer<Schema>['shape'] & string> & { password_wrong: string },
): ContractForm<Values> {
  const hasPassword = useHasPassword();
  const field = fieldOfError.password_wrong;
  const confirmed = useMemo(
    () => (hasPassword ? withRequired(schema, field) : schema),
    [schema, field, hasPassword],
  );
  const form = useContractForm<Schema, Values>(confirmed, defaultValues, fieldOfError);
  return {
    ...form,
    generalProblem: (error) => (needsFreshSignIn(error) ? undefined : form.generalProblem(error)),
  };
}

function withRequired<Schema extends z.ZodMiniObject>(schema: Schema, field: string): Schema {
  const isGiven = z.refine<Record<string, unknown>>((body) => body[field] !== undefined, {
    path: [field],
    message: 'required',
    // Checked even if other fields are wrong, so that all problems are shown together.
    when: () => true,
  });
  return schema.check(isGiven);
}
