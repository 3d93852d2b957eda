import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import { type ChosenPassword, choosePassword, type PasswordOptions, passwordOptions } from './passwords.ts';

/** How an administrator sets the password of somebody else. */
export const userPasswordOptions = {
  ...passwordOptions,
  password: z.optional(
    z.string().check(z.meta({ value: 'generate', optionalValue: true, text: 'password_user' })),
  ),
};

export function chooseUserPassword(
  context: Context,
  options: PasswordOptions,
  username: string,
): Promise<ChosenPassword> {
  const question = context.translator.t('cli.prompts.new_user_password', { username });
  return choosePassword(context, { options, question });
}
