import { shareRulesFor } from '#sdk/contract/config/policies.js';
import { clientVariables } from '#sdk/contract/environment.js';
import { AppError } from '#sdk/contract/errors.js';
import type { ReverseShareInvitation } from '#sdk/contract/reverse-shares.js';
import type { CreateShare } from '#sdk/contract/shares/inputs.js';
import type { Context } from '../context.ts';
import { CliError, HintedError } from '../errors/cli-error.ts';
import { followReverseShareLink, isForCaller } from '../find/reverse-share.ts';
import {
  askPassword,
  asksForPassword,
  givesPassword,
  type PasswordOptions,
  readPassword,
} from '../options/passwords.ts';
import type { Connection } from '../server/connect.ts';
import { readConfig } from '../server/share-rules.ts';
import { journalOf, keyOf, type PlannedFiles, planProtected, type UploadPlan } from './plan.ts';

export interface ReverseSharePasswords {
  /** That of the reverse share. If it has none and is the caller's own, that of the share. */
  password: PasswordOptions;
  /** That of the share, where the reverse share has one too. */
  sharePassword: PasswordOptions;
}

interface ReverseShareTarget extends ReverseSharePasswords {
  link: string;
  share: Pick<CreateShare, 'name' | 'description'>;
  /** The name is that of the file, too, which comes by stdin. */
  namesFile: boolean;
}

/** A share for the owner of a reverse share; no account is needed. */
export async function planReverseShare(
  context: Context,
  { link, share: words, namesFile, ...passwords }: ReverseShareTarget,
  files: PlannedFiles,
): Promise<UploadPlan> {
  const { reverseShareToken: token, ...connection } = await followReverseShareLink(context, link);
  const invitation = await connection.client.reverseShares.invitation({ params: { token } });
  const { hasPassword, hasSimpleForm } = invitation;
  const share = hasSimpleForm ? withoutWords(words, namesFile) : words;
  const options = await chooseProtection(context, passwords, { invitation, connection });
  const password = hasPassword ? await choosePassword(context, passwords.password) : undefined;
  const reverseShare = { link: token, password };
  if (options) {
    const protectedShare = { connection, share, reverseShare, options, canStream: false };
    return planProtected(context, protectedShare, files);
  }
  const key = await keyOf(files, connection, {
    share: { ...share, reverseShare: token },
    password: undefined,
  });
  const journal = journalOf(context, files, key);
  return { client: connection.client, target: { share, reverseShare }, journal, canStream: false };
}

/** @throws CliError `usage` for a name or a message */
function withoutWords({ name, description }: ReverseShareTarget['share'], namesFile: boolean) {
  const isForShare = name !== undefined && !namesFile;
  if (!isForShare && description === undefined) return {};
  const option = isForShare ? '--name' : '--description';
  throw new CliError({ exit: 'usage', key: 'cli.errors.takes_files_only', params: { option } });
}

interface Target {
  invitation: ReverseShareInvitation;
  connection: Connection;
}

/**
 * The options for the password of the share; null if it gets none.
 *
 * @throws CliError `usage` if only the owner could protect it
 * @throws AppError `share_needs_password` if it must have one that no option asks for
 */
async function chooseProtection(
  context: Context,
  { password, sharePassword }: ReverseSharePasswords,
  { invitation, connection }: Target,
): Promise<PasswordOptions | null> {
  const { client, account } = connection;
  const isOwn = async () => isForCaller(invitation, await client.users.me());
  if (givesPassword(sharePassword)) {
    if (await isOwn()) return sharePassword;
    throw protectsForOthers();
  }
  if (!invitation.hasPassword) return asksForPassword(context, password) && (await isOwn()) ? password : null;
  // Said before the password of the reverse share is asked for.
  if (account !== '' && (await isOwn()) && shareRulesFor('user', await readConfig(client)).needsPassword)
    throw needsSharePassword();
  return null;
}

/** Only the owner of the reverse share sets the password of what is sent to it. */
export function protectsForOthers(): CliError {
  return new CliError({ exit: 'usage', key: 'cli.errors.share_password_own' });
}

/** The reverse share has a password of its own, so that `--password` cannot be that of the share. */
export function needsSharePassword(): HintedError {
  return new HintedError(new AppError('share_needs_password'), { key: 'cli.hints.share_password' });
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
