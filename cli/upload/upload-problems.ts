import { type ShareRules, shareRulesFor } from '#sdk/contract/config/policies.js';
import { AppError } from '#sdk/contract/errors.js';
import { resolveExpiration } from '#sdk/contract/formats/expiration.js';
import type { ShareId } from '#sdk/contract/formats/primitives.js';
import type { ReverseShareInvitation } from '#sdk/contract/reverse-shares.js';
import type { CurrentUser } from '#sdk/contract/users.js';
import { formatBytes } from '#sdk/i18n/format.js';
import type { LocalFileSource } from '#sdk/index.js';
import type { Client, Context } from '../context.ts';
import { CliError, type HintedError } from '../errors/cli-error.ts';
import { isForCaller } from '../find/reverse-share.ts';
import { listOwnFiles } from '../find/share.ts';
import { forTerminal } from '../io/output.ts';
import { shortList } from '../io/short-list.ts';
import type { ShareOptions } from '../options/share.ts';
import { readCallersRules, readConfig, unlessKeyLacksScope } from '../server/share-rules.ts';
import { needsSharePassword, protectsForOthers } from './plan-reverse-share.ts';

/** A reason for which the server would refuse an upload. */
export type Problem = AppError | CliError | HintedError;

export interface PlannedUpload {
  context: Context;
  client: Client;
  /** Without those whose names are refused. */
  sources: readonly LocalFileSource[];
}

interface NewShare extends Pick<ShareOptions, 'id' | 'expires' | 'to'> {
  hasPassword: boolean;
}

/** Finds everything for which the server would refuse a new share, in the order in which it checks. */
export async function findNewShareProblems(
  upload: PlannedUpload,
  { id, expires, to = [], hasPassword }: NewShare,
): Promise<Problem[]> {
  const { client, sources } = upload;
  const { user, rules, config } = await readCallersRules(client);
  // After signing in, other limits apply than those of guests.
  if (!user && !config('share.allowUnauthenticatedShares')) return [new AppError('share_anonymous_disabled')];
  const sendsMail = user && config('email.enableShareEmailRecipients') && config('smtp.enabled');
  return [
    ...findCountProblem(rules, sources.length),
    ...(rules.needsPassword && !hasPassword ? [new AppError('share_needs_password')] : []),
    ...(expires === undefined ? [] : findExpiryProblem(expires, rules)),
    ...(to.length > 0 && !sendsMail ? [new AppError('share_recipients_disabled')] : []),
    ...(await findSpaceProblems(upload, { user, maxSize: rules.maxSize })),
    ...(id === undefined ? [] : await findIdProblem(client, id)),
  ];
}

/** The same for files that are added to one of the caller's shares. */
export async function findAddedFilesProblems(
  upload: PlannedUpload,
  { id, replace }: { id: ShareId; replace: boolean },
): Promise<Problem[]> {
  const { client, sources } = upload;
  // Files that are replaced count until then.
  const { fileCount, size } = await client.shares.getOwned({ params: { id } });
  const rules = shareRulesFor('user', await readConfig(client));
  const user = await client.users.me();
  return [
    ...findCountProblem(rules, fileCount + sources.length),
    ...(await findSpaceProblems(upload, { user, maxSize: rules.maxSize, present: size })),
    ...(replace ? [] : findTakenPaths(upload, await listOwnFiles(client, id))),
  ];
}

interface ReverseShareTarget {
  token: string;
  givesPassword: boolean;
  givesSharePassword: boolean;
}

/** The same for files that are sent to the owner of a reverse share, whose storage only the owner knows. */
export async function findReverseShareProblems(
  upload: PlannedUpload,
  { token, givesPassword, givesSharePassword }: ReverseShareTarget,
): Promise<Problem[]> {
  const { client, sources } = upload;
  const invitation = await client.reverseShares.invitation({ params: { token } });
  const { maxShareSize, requiresSignIn } = invitation;
  const user = await client.users.me();
  const rules = shareRulesFor('user', await readConfig(client));
  // If the reverse share has a password, it is the one that is given.
  const hasPassword = givesSharePassword || (givesPassword && !invitation.hasPassword);
  const lacksPassword = rules.needsPassword && isForCaller(invitation, user) && !hasPassword;
  return [
    ...(requiresSignIn && !user ? [new AppError('sign_in_required')] : []),
    ...findCountProblem(rules, sources.length),
    ...(lacksPassword ? [missingPassword(invitation)] : []),
    ...(givesSharePassword && !isForCaller(invitation, user) ? [protectsForOthers()] : []),
    ...findSizeProblems(upload, { maxSize: maxShareSize ?? 0 }),
    ...(await findStorageProblem(upload, user)),
  ];
}

function missingPassword({ hasPassword }: ReverseShareInvitation): Problem {
  return hasPassword ? needsSharePassword() : new AppError('share_needs_password');
}

async function findIdProblem(client: Client, id: ShareId): Promise<Problem[]> {
  const { available } = await client.shares.isShareIdAvailable({ params: { id } });
  return available ? [] : [new AppError('share_id_taken')];
}

function findCountProblem({ maxFiles }: Pick<ShareRules, 'maxFiles'>, count: number): Problem[] {
  return count > maxFiles ? [new AppError('share_too_many_files', { maxFiles })] : [];
}

function findExpiryProblem(expires: string, { maxHours }: ShareRules): Problem[] {
  const now = new Date();
  const moment = resolveExpiration(expires, now);
  if (moment !== null && moment <= now) return [new AppError('share_expiration_past')];
  if (maxHours === 0) return [];
  const latest = new Date(now.getTime() + maxHours * 3_600_000);
  if (moment !== null && moment <= latest) return [];
  return [new AppError('share_expiration_too_late', { max: latest.toISOString() })];
}

interface Space {
  user: CurrentUser | null;
  /** Bytes; 0: no limit. */
  maxSize: number;
  /** Bytes that the share has already. */
  present?: number;
}

async function findSpaceProblems(upload: PlannedUpload, { user, ...limits }: Space): Promise<Problem[]> {
  return [
    ...findSizeProblems(upload, limits),
    ...(await findStorageProblem(upload, user)),
    ...(user ? await findQuotaProblem(upload) : []),
  ];
}

/** Only administrators know how much the instance can still store, on its disk and within its quota. */
async function findStorageProblem(
  { context, client, sources }: PlannedUpload,
  user: CurrentUser | null,
): Promise<Problem[]> {
  if (!user?.isAdmin) return [];
  const figures = await unlessKeyLacksScope(client.statistics.overview({ query: { days: '1' } }));
  const free = figures?.availableBytes ?? Number.POSITIVE_INFINITY;
  const size = sizeOf(sources);
  if (size <= free) return [];
  const { locale } = context.translator;
  const params = { free: formatBytes(locale, free), size: formatBytes(locale, size) };
  return [
    new CliError({ exit: 'limit', key: 'cli.errors.storage_full', params, details: { available: free } }),
  ];
}

/** Names the files that are too large by themselves: without all others, they would be refused too. */
function findSizeProblems(
  { context, sources }: PlannedUpload,
  { maxSize, present = 0 }: Omit<Space, 'user'>,
): Problem[] {
  if (maxSize === 0) return [];
  const { locale } = context.translator;
  const sizeText = (bytes: number) => formatBytes(locale, bytes);
  const large = sources.filter(({ size }) => size > maxSize);
  const others = sources.filter(({ size }) => size <= maxSize);
  const lines = large.map(({ path, size }) => `${forTerminal(path)} (${sizeText(size)})`);
  const params = { maxSize: sizeText(maxSize) };
  return [
    ...nameFiles(context, lines, { exit: 'limit', key: 'cli.errors.share_too_large', params }),
    ...(present + sizeOf(others) > maxSize ? [new AppError('share_too_large', { maxSize })] : []),
  ];
}

async function findQuotaProblem({ client, sources }: PlannedUpload): Promise<Problem[]> {
  const usage = await unlessKeyLacksScope(client.users.myUsage());
  const quota = usage?.quota ?? null;
  if (!usage || quota === null || usage.size + sizeOf(sources) <= quota) return [];
  return [new AppError('quota_exceeded', { quota })];
}

function findTakenPaths({ context, sources }: PlannedUpload, files: readonly { path: string }[]): Problem[] {
  const present = new Set(files.map(({ path }) => path));
  const taken = sources.filter(({ path }) => present.has(path)).map(({ path }) => forTerminal(path));
  const hint = { key: 'cli.hints.file_exists' } as const;
  return nameFiles(context, taken, { exit: 'conflict', key: 'cli.errors.file_exists', hint });
}

/** Files named in one group. */
const maxNamed = 5;

/** One problem of all these files; none without files. */
function nameFiles(
  { translator }: Context,
  files: readonly string[],
  { params, ...init }: ConstructorParameters<typeof CliError>[0],
): Problem[] {
  if (files.length === 0) return [];
  const lines = shortList(translator, files, { describe: (line) => line, most: maxNamed });
  return [
    new CliError({
      ...init,
      params: { ...params, count: files.length, files: lines.join(', ') },
      details: { files },
    }),
  ];
}

function sizeOf(sources: readonly { size: number }[]): number {
  return sources.reduce((total, { size }) => total + size, 0);
}
