import { clientVariables } from '#sdk/contract/environment.js';
import { AppError } from '#sdk/contract/errors.js';
import type { CreateShare } from '#sdk/contract/shares/inputs.js';
import { fileUploadJournal, type UploadJournal, type UploadOptions } from '#sdk/index.js';
import type { Client, Context } from '../context.ts';
import { CliError } from '../errors/cli-error.ts';
import { followReverseShareLink } from '../find/reverse-share.ts';
import { locateOwnShare } from '../find/share.ts';
import {
  askPassword,
  type ChosenPassword,
  isGenerated,
  type PasswordOptions,
  readPassword,
} from '../options/passwords.ts';
import { chooseSharePassword, type ShareOptions, toCreateShare } from '../options/share.ts';
import { type Connection, connect } from '../server/connect.ts';
import { type JournalKeyInit, journalKey } from './journal-key.ts';
import { noteCommand } from './left-uploads.ts';
import { journalFolder, rememberPassword } from './resume.ts';

/** The target of an upload, and the state of an unfinished run of the same command. */
export interface UploadPlan {
  client: Client;
  /** Where the files go, as the SDK takes it. */
  target: Pick<UploadOptions, 'share' | 'into' | 'replace' | 'reverseShare'>;
  journal: UploadJournal | null;
  /** The caller is signed in, as the server requires of uploads whose length it is not told. */
  canStream: boolean;
  /** A password generated for the share, which nobody knows yet. */
  newPassword?: string | undefined;
  onPublished?(): Promise<void>;
}

export interface PlannedFiles {
  /** The paths given on the command line. */
  paths: readonly string[];
  resume: boolean;
}

interface NewShareOptions extends ShareOptions, PasswordOptions {
  /** The password, if it was read before: stdin can be read only once. */
  chosen?: ChosenPassword | null;
}

/** A new share. */
export async function planNewShare(
  context: Context,
  { chosen = null, ...options }: NewShareOptions,
  files: PlannedFiles,
): Promise<UploadPlan> {
  const connection = await connect(context);
  const makesPassword = isGenerated(options.password);
  const given = makesPassword ? null : (chosen ?? (await chooseSharePassword(context, options)));
  const key = await keyOf(files, connection, {
    share: { ...toCreateShare(options, given?.value), password: makesPassword ? 'generated' : undefined },
    password: given?.value,
  });
  const memory = rememberPassword(journalFolder(context), key);
  const remembered = makesPassword && files.resume ? await memory.load() : null;
  const password = given ?? (await chooseSharePassword(context, options, remembered));
  const isRemembered = makesPassword && files.resume && password.value !== undefined;
  if (isRemembered && password.value) await memory.save(password.value);
  return {
    client: connection.client,
    target: { share: toCreateShare(options, password.value) },
    journal: journalOf(context, files, key),
    canStream: connection.account !== '',
    ...(password.generated && { newPassword: password.value }),
    ...(isRemembered && { onPublished: () => memory.forget() }),
  };
}

/** Plans an upload to one of the caller's existing shares. */
export async function planInto(
  context: Context,
  { into, replace }: { into: string; replace: boolean },
  files: PlannedFiles,
): Promise<UploadPlan> {
  const located = await locateOwnShare(context, into);
  const target = { into: located.id, replace };
  const key = await keyOf(files, located, { share: target, password: undefined });
  return { client: located.client, target, journal: journalOf(context, files, key), canStream: true };
}

interface ReverseShareTarget {
  link: string;
  share: Pick<CreateShare, 'name' | 'description'>;
  /** The name is that of the file, too, which comes by stdin. */
  namesFile: boolean;
  password: PasswordOptions;
}

/** A share for the owner of a reverse share; no account is needed. */
export async function planReverseShare(
  context: Context,
  { link, share: words, namesFile, password: options }: ReverseShareTarget,
  files: PlannedFiles,
): Promise<UploadPlan> {
  const { reverseShareToken: token, ...connection } = await followReverseShareLink(context, link);
  const { hasPassword, hasSimpleForm } = await connection.client.reverseShares.invitation({
    params: { token },
  });
  const share = hasSimpleForm ? withoutWords(words, namesFile) : words;
  const password = hasPassword ? await choosePassword(context, options) : undefined;
  const target = { share, reverseShare: { link: token, password } };
  const key = await keyOf(files, connection, {
    share: { ...share, reverseShare: token },
    password: undefined,
  });
  return { client: connection.client, target, journal: journalOf(context, files, key), canStream: false };
}

/** @throws CliError `usage` for a name or a message */
function withoutWords({ name, description }: ReverseShareTarget['share'], namesFile: boolean) {
  const isForShare = name !== undefined && !namesFile;
  if (!isForShare && description === undefined) return {};
  const option = isForShare ? '--name' : '--description';
  throw new CliError({ exit: 'usage', key: 'cli.errors.takes_files_only', params: { option } });
}

/** @throws AppError `share_password_required` when none was given and nobody can be asked */
async function choosePassword(context: Context, options: PasswordOptions): Promise<string> {
  const request = {
    question: context.translator.t('cli.prompts.reverse_share_password'),
    variable: clientVariables.password,
  };
  const given = await readPassword(context, { ...request, options });
  if (given !== undefined) return given;
  if (!context.terminal.isInteractive) throw new AppError('share_password_required');
  return askPassword(context, request);
}

async function keyOf(
  { paths }: PlannedFiles,
  { server, client, account: known, token }: Connection,
  { share, password }: Pick<JournalKeyInit, 'share' | 'password'>,
): Promise<string> {
  // Keys are rotated, and a job has another token each time: the account stays.
  const account = token ? ((await client.users.me())?.username ?? '') : known;
  return journalKey({ server, account, paths, cwd: process.cwd(), share, password });
}

function journalOf(context: Context, { resume }: PlannedFiles, key: string): UploadJournal | null {
  if (!resume) return null;
  return noteCommand(context, fileUploadJournal({ directory: journalFolder(context), key }), key);
}
