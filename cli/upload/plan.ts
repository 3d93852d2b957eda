import type { CreateShare } from '#sdk/contract/shares/inputs.js';
import { fileUploadJournal, type UploadJournal, type UploadOptions } from '#sdk/index.js';
import type { Client, Context } from '../context.ts';
import { locateOwnShare } from '../find/share.ts';
import { type ChosenPassword, isGenerated, type PasswordOptions } from '../options/passwords.ts';
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
  const share = toCreateShare(options, undefined);
  const canStream = connection.account !== '';
  return planProtected(context, { connection, share, options, chosen, canStream }, files);
}

interface ProtectedShare {
  connection: Connection;
  /** Without the password. */
  share: CreateShare;
  /** The reverse share that it is sent to, by its token. */
  reverseShare?: { link: string; password?: string | undefined };
  options: PasswordOptions;
  chosen?: ChosenPassword | null;
  canStream: boolean;
}

/** A new share with the password that the options request, if any. */
export async function planProtected(
  context: Context,
  { connection, share, reverseShare, options, chosen = null, canStream }: ProtectedShare,
  files: PlannedFiles,
): Promise<UploadPlan> {
  const makesPassword = isGenerated(options.password);
  const given = makesPassword ? null : (chosen ?? (await chooseSharePassword(context, options)));
  const key = await keyOf(files, connection, {
    share: {
      ...share,
      reverseShare: reverseShare?.link,
      password: makesPassword ? 'generated' : undefined,
    },
    password: given?.value,
  });
  const memory = rememberPassword(journalFolder(context), key);
  const remembered = makesPassword && files.resume ? await memory.load() : null;
  const password = given ?? (await chooseSharePassword(context, options, remembered));
  const isRemembered = makesPassword && files.resume && password.value !== undefined;
  if (isRemembered && password.value) await memory.save(password.value);
  return {
    client: connection.client,
    target: {
      share: { ...share, ...(password.value !== undefined && { password: password.value }) },
      ...(reverseShare !== undefined && { reverseShare }),
    },
    journal: journalOf(context, files, key),
    canStream,
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

export async function keyOf(
  { paths }: PlannedFiles,
  { server, client, account: known, token }: Connection,
  { share, password }: Pick<JournalKeyInit, 'share' | 'password'>,
): Promise<string> {
  // Keys are rotated, and a job has another token each time: the account stays.
  const account = token ? ((await client.users.me())?.username ?? '') : known;
  return journalKey({ server, account, paths, cwd: process.cwd(), share, password });
}

export function journalOf(context: Context, { resume }: PlannedFiles, key: string): UploadJournal | null {
  if (!resume) return null;
  return noteCommand(context, fileUploadJournal({ directory: journalFolder(context), key }), key);
}
