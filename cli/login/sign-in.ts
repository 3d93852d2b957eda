import { AppError } from '#sdk/contract/errors.js';
import type { User } from '#sdk/contract/users.js';
import type { Client, Context } from '../context.ts';
import { CliError, HintedError } from '../errors/cli-error.ts';
import { askPassword, type PasswordOptions, readPassword } from '../options/passwords.ts';

export interface SignInRequest {
  server: string;
  options: Omit<PasswordOptions, 'password'> & { identifier?: string | undefined };
}

/** Signs in with a password, and a code if the account requires one. Returns the user's name. */
export async function signInByPassword(
  context: Context,
  { server, options }: SignInRequest,
): Promise<string> {
  const { translator, profiles } = context;
  const identifier = options.identifier ?? (await askIdentifier(context));
  const question = translator.t('cli.prompts.password_of', { identifier, server });
  const password =
    (await readPassword(context, { options, question })) ?? (await askPassword(context, { question }));
  const client = await context.createClient({ server, sessionFile: profiles.sessionFile(server) });
  const user = await signIn(context, client, { identifier, password }).catch(async (error: unknown) => {
    throw await explainRefusal(context, server, error);
  });
  await profiles.save(server, { username: user.username });
  return user.username;
}

async function signIn(
  context: Context,
  { session }: Client,
  credentials: { identifier: string; password: string },
): Promise<User> {
  const outcome = await session.signIn(credentials);
  return outcome.status === 'signedIn' ? outcome.user : signInByCode(context, session, outcome.loginToken);
}

const attempts = 3;

/** After a wrong code, the program asks again until the login token expires. */
async function signInByCode(
  { terminal, output, translator }: Context,
  session: Client['session'],
  loginToken: string,
): Promise<User> {
  if (!terminal.isInteractive) {
    throw new CliError({
      exit: 'signIn',
      key: 'cli.errors.code_no_terminal',
      hint: { key: 'cli.hints.code_no_terminal' },
    });
  }
  for (let attempt = 1; ; attempt++) {
    const answer = await terminal.ask(`${translator.t('cli.prompts.totp')} `);
    try {
      return await session.signInTotp({ loginToken, totp: readCode(answer) });
    } catch (error) {
      const isWrong = error instanceof AppError && error.code === 'totp_wrong';
      if (!isWrong || attempt === attempts) throw error;
      output.note(translator.t('errors.totp_wrong'));
    }
  }
}

/** Authenticators show codes in two groups. An empty one is wrong, and is not sent to the server. */
function readCode(answer: string): string {
  const code = answer.replaceAll(/\s/g, '');
  if (code === '') throw new AppError('totp_wrong');
  return code;
}

async function explainRefusal(context: Context, server: string, error: unknown): Promise<unknown> {
  if (!(error instanceof AppError)) return error;
  // Here this is not a flood of requests, but the limit that protects a password from being guessed.
  if (error.code === 'too_many_requests') return new HintedError(error, { key: 'cli.hints.login_limit' });
  if (error.code !== 'credentials_wrong') return error;
  const { t, locale } = context.translator;
  const [names, hasResetLinks] = await Promise.all([
    listProviders(context, server),
    sendsMail(context, server),
  ]);
  const forgotten = hasResetLinks ? 'cli.hints.credentials_wrong_mail' : 'cli.hints.credentials_wrong';
  if (names.length === 0) return new HintedError(error, { key: forgotten });
  const providers = new Intl.ListFormat(locale, { type: 'disjunction' }).format(names);
  const params = { providers, server, forgotten: t(forgotten) };
  return new HintedError(error, { key: 'cli.hints.login_web', params });
}

/** Whether the server can send a link to reset a password. If it does not respond, the hint names none. */
async function sendsMail({ createClient }: Context, server: string): Promise<boolean> {
  const client = await createClient({ server });
  const variables = await client.configs.list().catch(() => []);
  return variables.some(({ key, value }) => key === 'smtp.enabled' && value === 'true');
}

/** Lists the providers to sign in with instead. If the server does not respond, the hint is omitted. */
async function listProviders({ createClient, translator }: Context, server: string): Promise<string[]> {
  const client = await createClient({ server });
  const providers = await client.oauth.available().catch(() => []);
  return providers.map((provider) => translator.t(`oauth.providers.${provider}`));
}

async function askIdentifier({ terminal, translator }: Context): Promise<string> {
  if (!terminal.isInteractive) {
    throw new CliError({
      exit: 'usage',
      key: 'cli.errors.option_missing',
      params: { option: '--identifier' },
    });
  }
  return terminal.ask(`${translator.t('cli.prompts.identifier')} `);
}
