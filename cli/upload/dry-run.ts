import { creatorOf, shareRulesFor } from '#sdk/contract/config/policies.js';
import { type ConfigKey, type ConfigValue, readConfigValue } from '#sdk/contract/config.js';
import { AppError } from '#sdk/contract/errors.js';
import { resolveExpiration } from '#sdk/contract/formats/expiration.js';
import { ShareId } from '#sdk/contract/formats/primitives.js';
import { formatBytes } from '#sdk/i18n/format.js';
import type { Client, Context } from '../context.ts';
import { CliError, HintedError } from '../errors/cli-error.ts';
import { describeFailure } from '../errors/describe-failure.ts';
import { followReverseShareLink } from '../find/reverse-share.ts';
import { listOwnFiles, locateOwnShare } from '../find/share.ts';
import { asksForPassword, type PasswordOptions } from '../options/passwords.ts';
import type { ShareOptions } from '../options/share.ts';
import { connect } from '../server/connect.ts';
import { type FindOptions, type FoundFiles, findFiles, reportFound } from './find-files.ts';
import { assertNoneRefused } from './refused-names.ts';
import type { RenamedFile } from './rename-invalid.ts';

/** What an upload would send. */
export interface DryRun {
  server: string;
  files: number;
  bytes: number;
  /** Paths in the share. */
  paths: readonly string[];
  skipped: readonly string[];
  hidden: number;
  renamed?: readonly RenamedFile[];
}

interface DryRunOptions extends FindOptions, Pick<ShareOptions, 'id' | 'expires'>, PasswordOptions {
  into?: string | undefined;
  replace: boolean;
  reverseShare?: string | undefined;
}

/**
 * Finds the files of an upload and checks what the server would refuse, without creating anything.
 *
 * @throws the first problem; the others are reported, and all are in the details
 */
export async function runDry(
  context: Context,
  paths: readonly string[],
  options: DryRunOptions,
): Promise<DryRun> {
  if (paths.includes('-')) {
    const params = { option: '--dry-run', other: '-' };
    throw new CliError({ exit: 'usage', key: 'cli.errors.options_exclusive', params });
  }
  const found = await findFiles(paths, options);
  const { server, check } = await locateTarget(context, options);
  const sizes = { count: found.sources.length, size: sum(found.sources.map(({ size }) => size)) };
  const problems = await collectProblems([
    async () => assertNoneRefused(context, found.refused),
    async () => assertNotEmpty(sizes),
    ...check(found, sizes),
  ]);
  const result = toResult(server, found, sizes);
  report(context, result);
  failWith(context, problems, result);
  return result;
}

/** Number and bytes of the files. */
interface Sizes {
  count: number;
  size: number;
}

/** Throws what the server would refuse. */
type Check = () => Promise<void>;

interface Target {
  server: string;
  check(found: FoundFiles, sizes: Sizes): Check[];
}

async function locateTarget(context: Context, options: DryRunOptions): Promise<Target> {
  if (options.into !== undefined) {
    const { server, client, id } = await locateOwnShare(context, options.into);
    return { server, check: (found, sizes) => checksOfShare(client, { id, options, found, sizes }) };
  }
  if (options.reverseShare !== undefined) {
    const { reverseShareToken, server, client } = await followReverseShareLink(context, options.reverseShare);
    return { server, check: (_found, sizes) => [() => checkReverseShare(client, reverseShareToken, sizes)] };
  }
  const { server, client } = await connect(context);
  const hasPassword = asksForPassword(context, options);
  return { server, check: (_found, sizes) => checksOfNewShare(client, { ...options, hasPassword }, sizes) };
}

function checksOfNewShare(
  client: Client,
  { id, expires, ...options }: DryRunOptions & { hasPassword: boolean },
  sizes: Sizes,
): Check[] {
  return [
    async () => {
      const config = await readConfig(client);
      const user = await client.users.me();
      if (!user && !config('share.allowUnauthenticatedShares'))
        throw new AppError('share_anonymous_disabled');
      const rules = shareRulesFor(creatorOf(user), config);
      checkSizes(rules, sizes);
      if (expires !== undefined) checkExpiry(expires, rules.maxHours);
      if (rules.needsPassword && !options.hasPassword) throw new AppError('share_needs_password');
      if (user) await checkQuota(client, sizes);
    },
    async () => {
      if (id === undefined) return;
      const { available } = await client.shares.isShareIdAvailable({ params: { id: ShareId.parse(id) } });
      if (!available) throw new AppError('share_id_taken');
    },
  ];
}

interface ShareCheck {
  id: ShareId;
  options: DryRunOptions;
  found: FoundFiles;
  sizes: Sizes;
}

function checksOfShare(client: Client, { id, options, found, sizes }: ShareCheck): Check[] {
  return [
    async () => {
      const share = await client.shares.getOwned({ params: { id } });
      // Files that are replaced count until then.
      const { fileCount, size } = share;
      checkSizes(shareRulesFor('user', await readConfig(client)), {
        count: fileCount + sizes.count,
        size: size + sizes.size,
      });
      await checkQuota(client, sizes);
    },
    async () => {
      if (options.replace) return;
      const present = new Set((await listOwnFiles(client, id)).map((file) => file.path));
      const taken = found.sources.find((source) => present.has(source.path));
      if (taken) throw new AppError('file_exists', { path: taken.path });
    },
  ];
}

async function checkReverseShare(client: Client, token: string, sizes: Sizes): Promise<void> {
  const { maxShareSize, requiresSignIn } = await client.reverseShares.invitation({ params: { token } });
  if (requiresSignIn && !(await client.users.me())) throw new AppError('sign_in_required');
  const { maxFiles } = shareRulesFor('user', await readConfig(client));
  checkSizes({ maxFiles, maxSize: maxShareSize ?? 0 }, sizes);
}

async function readConfig(client: Client) {
  const variables = await client.configs.list();
  const stored = new Map(variables.map(({ key, value }) => [key, value]));
  return <K extends ConfigKey>(key: K): ConfigValue<K> => readConfigValue(key, stored.get(key));
}

function checkSizes(
  { maxFiles, maxSize }: { maxFiles: number; maxSize: number },
  { count, size }: Sizes,
): void {
  if (count > maxFiles) throw new AppError('share_too_many_files', { maxFiles });
  if (maxSize > 0 && size > maxSize) throw new AppError('share_too_large', { maxSize });
}

function checkExpiry(expires: string, maxHours: number): void {
  const now = new Date();
  const moment = resolveExpiration(expires, now);
  if (moment !== null && moment <= now) throw new AppError('share_expiration_past');
  if (maxHours === 0) return;
  const latest = new Date(now.getTime() + maxHours * 3_600_000);
  if (moment === null || moment > latest) {
    throw new AppError('share_expiration_too_late', { max: latest.toISOString() });
  }
}

async function checkQuota(client: Client, { size }: Sizes): Promise<void> {
  const usage = await client.users.myUsage().catch((error: unknown) => {
    // A key that can only upload does not see it.
    if (error instanceof AppError && error.code === 'api_key_scope') return null;
    throw error;
  });
  const quota = usage?.quota ?? null;
  if (usage && quota !== null && usage.size + size > quota) throw new AppError('quota_exceeded', { quota });
}

function assertNotEmpty({ count }: Sizes): void {
  if (count === 0) throw new AppError('share_empty');
}

/** @throws what is not about the upload, such as an unreachable server */
async function collectProblems(checks: readonly Check[]): Promise<Error[]> {
  const problems: Error[] = [];
  for (const check of checks) {
    try {
      await check();
    } catch (error) {
      if (!(error instanceof AppError || error instanceof CliError)) throw error;
      problems.push(error);
    }
  }
  return problems;
}

function toResult(server: string, { sources, skipped, renamed }: FoundFiles, { count, size }: Sizes): DryRun {
  return {
    server,
    files: count,
    bytes: size,
    paths: sources.map((source) => source.path),
    skipped: skipped.map(({ file }) => file),
    hidden: skipped.filter(({ reason }) => reason === 'hidden').length,
    ...(renamed.length === 0 ? {} : { renamed }),
  };
}

function report(context: Context, { server, files, bytes, skipped, hidden, renamed = [] }: DryRun): void {
  const { t, locale } = context.translator;
  context.output.note(t('cli.upload.dry_run', { count: files, size: formatBytes(locale, bytes), server }));
  reportFound(context, { skipped: skipped.length, hidden, renamed });
}

function failWith({ translator, output }: Context, problems: readonly Error[], result: DryRun): void {
  const [first, ...others] = problems;
  if (!first) return;
  for (const other of others) {
    for (const line of describeFailure(translator, other).lines) output.fail(line);
  }
  const documents = problems.map((problem) => describeFailure(translator, problem).document);
  throw new HintedError(first, undefined, { dryRun: result, problems: documents });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
