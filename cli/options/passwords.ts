import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { clientVariables } from '#sdk/contract/environment.js';
import type { Context } from '../context.ts';
import { CliError, type Text } from '../errors/cli-error.ts';
import type { Connection } from '../server/connect.ts';

/** The value of `--password` without a value: the program asks for the password. */
const prompt = 'prompt';
const generate = 'generate';

/** The ways a command takes a password; never as a word of the command line, where others can read it. */
export const passwordOptions = {
  password: z.optional(z.string().check(z.meta({ value: 'generate', optionalValue: true }))),
  passwordStdin: z._default(z.boolean(), false),
  passwordFile: z.optional(z.string().check(z.meta({ value: 'FILE' }))),
};

/** The same for an existing password: none can be generated. */
export const presentedPasswordOptions = {
  ...passwordOptions,
  password: z.optional(
    z.string().check(z.meta({ value: '', optionalValue: true, text: 'password_presented' })),
  ),
};

/** The same for a password that may already be set: `--no-password` removes it. */
export const removablePasswordOptions = {
  ...passwordOptions,
  password: z
    .optional(z.union([z.string(), z.literal(false)]))
    .check(z.meta({ value: 'generate', optionalValue: true, negatable: true, text: 'password_edit' })),
};

/** The password of a share that is sent to a reverse share with a password of its own. */
export const sharePasswordOptions = {
  sharePassword: z.optional(z.string().check(z.meta({ value: 'generate', optionalValue: true }))),
  sharePasswordFile: z.optional(z.string().check(z.meta({ value: 'FILE' }))),
};

/** Without `--password`, because the program always asks for the current password. */
export const currentPasswordOptions = {
  passwordStdin: passwordOptions.passwordStdin,
  passwordFile: passwordOptions.passwordFile,
};

const PasswordOptions = z.strictObject(passwordOptions);
export type PasswordOptions = z.output<typeof PasswordOptions> & {
  /** Names the options. Default: `--password` and its companions, and the environment variable. */
  sourcesHint?: Text;
};

export interface PasswordRequest {
  options: PasswordOptions;
  question: string;
  /** The environment variable that may hold it. */
  variable?: string;
  /** If true, the program asks twice, because the password is new. */
  repeat?: boolean;
}

const passwordFlags: ReadonlySet<string> = new Set(['--password', '--share-password']);

/**
 * `--password` takes a value only with `=`. Otherwise `upload --password ./photos` would swallow the path.
 */
export function preparePasswordFlag(argv: readonly string[]): string[] {
  const end = argv.indexOf('--');
  return argv.map((word, index) =>
    passwordFlags.has(word) && (end === -1 || index < end) ? `${word}=${prompt}` : word,
  );
}

/**
 * Reads the password from the prompt, stdin, a file or the environment, depending on the options; undefined if none
 * was given.
 *
 * @throws CliError `usage` when the command line contains it, it is empty, or nobody can be asked
 */
export async function readPassword(context: Context, request: PasswordRequest): Promise<string | undefined> {
  const { password, passwordStdin, passwordFile } = request.options;
  if (passwordStdin) return firstLine('--password-stdin', await text(context.streams.stdin));
  if (passwordFile !== undefined) return firstLine(passwordFile, await readFile(passwordFile, 'utf8'));
  if (password === prompt) return askPassword(context, request);
  if (password === undefined) return (request.variable && context.env[request.variable]) || undefined;
  throw new CliError({
    exit: 'usage',
    key: 'cli.errors.password_in_arguments',
    hint: nameSources(request),
  });
}

/** Whether an upload with these options protects its share, without asking for the password. */
export function asksForPassword({ env }: Context, options: PasswordOptions): boolean {
  return givesPassword(options) || Boolean(env[clientVariables.password]);
}

/** Whether one of the options asks for a password. */
export function givesPassword({ password, passwordFile, passwordStdin }: PasswordOptions): boolean {
  // An empty one is a mistake, which reading it refuses.
  return password !== undefined || passwordFile !== undefined || passwordStdin;
}

/** Asks for a password without echoing it. */
export async function askPassword(
  { terminal, translator }: Context,
  request: Pick<PasswordRequest, 'question'> & Partial<PasswordRequest>,
): Promise<string> {
  if (!terminal.isInteractive) {
    throw new CliError({
      exit: 'usage',
      key: 'cli.errors.password_no_terminal',
      hint: nameSources(request),
    });
  }
  const { question, repeat = false } = request;
  const password = await terminal.askSecret(`${question} `);
  if (repeat && (await terminal.askSecret(`${translator.t('cli.prompts.repeat')} `)) !== password) {
    throw new CliError({ exit: 'usage', key: 'cli.errors.passwords_differ' });
  }
  return password;
}

function nameSources({ variable, options }: Partial<PasswordRequest>): Text {
  if (options?.sourcesHint) return options.sourcesHint;
  return variable
    ? { key: 'cli.hints.password_sources', params: { variable } }
    : { key: 'cli.hints.password_files' };
}

/** True for `--password=generate`. */
export function isGenerated(password: string | undefined): boolean {
  return password === generate;
}

export interface ChosenPassword {
  value: string | undefined;
  generated: boolean;
  /** Shows a generated password, because nobody knows it yet. */
  tell(): void;
}

interface PasswordChoice extends Omit<PasswordRequest, 'repeat'> {
  options: PasswordOptions;
  /** A password generated by an interrupted run for the same share. */
  remembered?: string | null | undefined;
}

interface RemovableOptions extends Omit<PasswordOptions, 'password'> {
  /** False when the password is to be removed. */
  password?: string | false | undefined;
}

/**
 * The options of a new password; null when the existing one is to be removed.
 *
 * @throws CliError `usage` when both are asked for
 */
export function wantedPassword({ password, ...sources }: RemovableOptions): PasswordOptions | null {
  if (password !== false) return { ...sources, password };
  if (!sources.passwordStdin && sources.passwordFile === undefined) return null;
  const other = sources.passwordStdin ? '--password-stdin' : '--password-file';
  const params = { option: '--no-password', other };
  throw new CliError({ exit: 'usage', key: 'cli.errors.options_exclusive', params });
}

/** A new password, if the options request one: generated, or entered by a person. */
export async function choosePassword(
  context: Context,
  { remembered, ...request }: PasswordChoice,
): Promise<ChosenPassword> {
  const { translator, output } = context;
  const generated = isGenerated(request.options.password);
  const value = generated
    ? (remembered ?? generatePassword())
    : await readPassword(context, { ...request, repeat: true });
  return {
    value,
    generated,
    tell: () => {
      if (generated && value) output.fail(translator.t('cli.upload.password', { password: value }));
    },
  };
}

/** Letters and digits that are hard to confuse with each other. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Four groups of five: 100 bits. */
export function generatePassword(): string {
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}

/** @throws CliError `usage` when it is empty: most often, another command has failed to write it */
function firstLine(source: string, content: string): string {
  const line = content.replace(/\r?\n[\s\S]*$/, '');
  if (line !== '') return line;
  throw new CliError({ exit: 'usage', key: 'cli.errors.password_empty', params: { source } });
}

/**
 * The password that confirms a change; undefined when the account has none and the session is enough.
 *
 * @throws CliError `usage` when nobody can be asked
 */
export async function readCurrentPassword(
  context: Context,
  { client, server }: Pick<Connection, 'client' | 'server'>,
  options: PasswordRequest['options'],
): Promise<string | undefined> {
  const question = context.translator.t('cli.prompts.current_password', { server });
  const given = await readPassword(context, { options, question });
  if (given !== undefined) return given;
  const user = await client.users.me();
  return user?.hasPassword ? askPassword(context, { question }) : undefined;
}

/** The options with which an administrator sets the password of another user. */
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
