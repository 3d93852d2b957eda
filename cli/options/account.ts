import * as z from 'zod/mini';
import { Email, Password, Username } from '#sdk/contract/formats/primitives.js';
import type { Host } from '#sdk/contract/host.js';
import type { MessageKey } from '#sdk/i18n/translate.js';
import type { Context } from '../context.ts';
import { CliError } from '../errors/cli-error.ts';
import { askPassword, currentPasswordOptions, type PasswordRequest, readPassword } from './passwords.ts';
import { findOptionProblem } from './read.ts';

/** The options of the first administrator. */
export const accountOptions = {
  email: z.optional(Email.check(z.meta({ value: 'ADDRESS' }))),
  username: z.optional(Username.check(z.meta({ value: 'NAME' }))),
  ...currentPasswordOptions,
};
const AccountOptions = z.strictObject(accountOptions);
type AccountOptions = z.output<typeof AccountOptions>;

export interface Account {
  email: string;
  username: string;
  password: string;
}

/** Takes the account from the options. On a terminal, asks for the rest, and asks again for what cannot be. */
export async function askAccount(
  context: Context,
  { email, username, ...password }: AccountOptions,
  host: Pick<Host, 'isCommonPassword'>,
): Promise<Account> {
  return {
    email: email ?? (await askUntilRight(context, { field: 'email', prompt: 'cli.prompts.email' })),
    username:
      username ?? (await askUntilRight(context, { field: 'username', prompt: 'cli.prompts.username' })),
    password: await choosePassword(context, password, host),
  };
}

interface Question {
  field: 'email' | 'username';
  prompt: MessageKey;
}

async function askUntilRight(context: Context, { field, prompt }: Question): Promise<string> {
  const { terminal, output, translator } = context;
  if (!terminal.isInteractive) {
    throw new CliError({
      exit: 'usage',
      key: 'cli.errors.option_missing',
      params: { option: `--${field}` },
    });
  }
  for (;;) {
    const answer = (await terminal.ask(`${translator.t(prompt)} `)).trim();
    const problem = findOptionProblem(translator, AccountOptions, { [field]: answer });
    if (problem === null) return answer;
    output.fail(problem);
  }
}

/** @throws CliError `usage` for a password that does not come from the terminal and cannot be */
async function choosePassword(
  context: Context,
  options: PasswordRequest['options'],
  host: Pick<Host, 'isCommonPassword'>,
): Promise<string> {
  const { t } = context.translator;
  const request = { question: t('cli.prompts.password'), variable: 'FILESHARE_ADMIN_PASSWORD' };
  const findProblem = (password: string) =>
    findOptionProblem(context.translator, z.strictObject({ password: Password }), { password }) ??
    (host.isCommonPassword(password) ? t('errors.password_too_common') : null);
  const given = await readPassword(context, { ...request, options });
  if (given === undefined) return askNewPassword(context, request, findProblem);
  const problem = findProblem(given);
  if (problem === null) return given;
  throw new CliError({ exit: 'usage', key: 'cli.errors.password_invalid', params: { problem } });
}

async function askNewPassword(
  context: Context,
  request: Omit<PasswordRequest, 'options'>,
  findProblem: (password: string) => string | null,
): Promise<string> {
  const { terminal, output, translator } = context;
  for (;;) {
    const password = await askPassword(context, request);
    const problem = findProblem(password);
    if (problem !== null) output.fail(problem);
    else if ((await terminal.askSecret(`${translator.t('cli.prompts.repeat')} `)) === password)
      return password;
    else output.fail(translator.t('cli.init.passwords_differ'));
  }
}
