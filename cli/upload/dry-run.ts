import { AppError } from '#sdk/contract/errors.js';
import { formatBytes } from '#sdk/i18n/format.js';
import type { Context } from '../context.ts';
import { CliError, SeveralErrors } from '../errors/cli-error.ts';
import { followReverseShareLink } from '../find/reverse-share.ts';
import { locateOwnShare } from '../find/share.ts';
import { asksForPassword, givesPassword as hasOption, type PasswordOptions } from '../options/passwords.ts';
import type { ShareOptions } from '../options/share.ts';
import { connect } from '../server/connect.ts';
import { countHidden, type FindOptions, type FoundFiles, findFiles, reportFound } from './find-files.ts';
import { assertNoneRefused } from './refused-names.ts';
import type { RenamedFile } from './rename-invalid.ts';
import {
  findAddedFilesProblems,
  findNewShareProblems,
  findReverseShareProblems,
  type PlannedUpload,
  type Problem,
} from './upload-problems.ts';

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

interface DryRunOptions extends FindOptions, Pick<ShareOptions, 'id' | 'expires' | 'to'>, PasswordOptions {
  into?: string | undefined;
  replace: boolean;
  reverseShare?: string | undefined;
  sharePassword?: PasswordOptions;
}

/**
 * Finds the files of an upload and everything that the server would refuse, without creating anything.
 *
 * @throws SeveralErrors for an upload that would be refused
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
  const { server, findProblems } = await locateTarget(context, options);
  const problems = [
    ...(await collectProblems(async () => {
      assertNoneRefused(context, found, paths);
      return found.sources.length === 0 ? [new AppError('share_empty')] : [];
    })),
    ...(await collectProblems(() => findProblems(found.sources))),
  ];
  const result = toResult(server, found);
  report(context, result, found);
  const [first, ...others] = problems;
  if (first) throw new SeveralErrors([first, ...others], { dryRun: result });
  return result;
}

interface Target {
  server: string;
  findProblems(sources: PlannedUpload['sources']): Promise<Problem[]>;
}

async function locateTarget(context: Context, options: DryRunOptions): Promise<Target> {
  const { into, replace, reverseShare, sharePassword } = options;
  const givesPassword = asksForPassword(context, options);
  if (into !== undefined) {
    const { server, client, id } = await locateOwnShare(context, into);
    return {
      server,
      findProblems: (sources) => findAddedFilesProblems({ context, client, sources }, { id, replace }),
    };
  }
  if (reverseShare !== undefined) {
    const { reverseShareToken: token, server, client } = await followReverseShareLink(context, reverseShare);
    const givesSharePassword = sharePassword !== undefined && hasOption(sharePassword);
    const target = { token, givesPassword, givesSharePassword };
    return {
      server,
      findProblems: (sources) => findReverseShareProblems({ context, client, sources }, target),
    };
  }
  const { server, client } = await connect(context);
  const terms = { ...options, hasPassword: givesPassword };
  return { server, findProblems: (sources) => findNewShareProblems({ context, client, sources }, terms) };
}

/** @throws what is not about the upload, such as an unreachable server */
async function collectProblems(find: () => Promise<Problem[]>): Promise<Problem[]> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof AppError || error instanceof CliError) return [error];
    throw error;
  }
}

function toResult(server: string, { sources, skipped, renamed }: FoundFiles): DryRun {
  return {
    server,
    files: sources.length,
    bytes: sources.reduce((total, { size }) => total + size, 0),
    paths: sources.map((source) => source.path),
    skipped: skipped.map(({ file }) => file),
    hidden: countHidden(skipped),
    ...(renamed.length === 0 ? {} : { renamed }),
  };
}

function report(context: Context, { server, files, bytes }: DryRun, found: FoundFiles): void {
  const { t, locale } = context.translator;
  context.output.note(t('cli.upload.dry_run', { count: files, size: formatBytes(locale, bytes), server }));
  reportFound(context, found);
}
