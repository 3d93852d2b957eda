import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import { findPathProblem } from '#sdk/contract/formats/paths.js';
import { formatBytes, formatDuration } from '#sdk/i18n/format.js';
import type { UploadResult } from '#sdk/index.js';
import type { Context } from '../context.ts';
import { CliError } from '../errors/cli-error.ts';
import { Rate } from '../options/amounts.ts';
import { countHidden, type FoundFiles, findFiles, reportFound } from './find-files.ts';
import type { PlannedFiles, UploadPlan } from './plan.ts';
import { assertNoneRefused } from './refused-names.ts';
import type { RenamedFile } from './rename-invalid.ts';
import { explainInterruption } from './resume.ts';
import { runStreamUpload, runUpload } from './run-upload.ts';

/** The options for finding and sending files, independent of the share they go to. */
export const transferOptions = {
  exclude: z.optional(z.array(z.string())).check(z.meta({ value: 'GLOB' })),
  ignoreFile: z.optional(z.string().check(z.meta({ value: 'FILE' }))),
  hidden: z._default(z.boolean(), false),
  renameInvalid: z._default(z.boolean(), false),
  skipInvalid: z._default(z.boolean(), false),
  parallel: z.optional(z.int().check(z.minimum(1), z.maximum(32))),
  limitRate: z.optional(Rate),
  resume: z._default(z.boolean(), true),
};
const TransferOptions = z.strictObject(transferOptions);
type TransferOptions = z.output<typeof TransferOptions>;

interface UploadRequest {
  /** Files and folders, or `-` alone for stdin. */
  paths: readonly string[];
  /** File name in the share for stdin. */
  name: string | undefined;
  options: TransferOptions;
  plan: (files: PlannedFiles) => Promise<UploadPlan>;
}

export interface Uploaded extends Omit<UploadResult, 'uploadToken'> {
  url: string;
  seconds: number;
  /** Files left out: links and special files inside folders, hidden ones, and with `--skip-invalid` refused names. */
  skipped: readonly string[];
  /** Number of these whose names begin with a dot. */
  hidden: number;
  /** Only with `--rename-invalid`. */
  renamed?: readonly RenamedFile[];
  /** Only when it was generated. */
  password?: string;
}

/** Uploads the files named on the command line, shows the progress and reports the result. */
export async function uploadFiles(context: Context, request: UploadRequest): Promise<Uploaded> {
  const { paths, name, options } = request;
  if (paths.includes('-')) return uploadStdin(context, request, readName(paths, name));
  return uploadPaths(context, request, await request.plan({ paths, resume: options.resume }));
}

/** Stdin cannot be read again, so nothing of it is resumed by another run. */
async function uploadStdin(context: Context, request: UploadRequest, name: string): Promise<Uploaded> {
  const startedAt = performance.now();
  const { signal, streams } = context;
  const plan = await request.plan({ paths: [name], resume: false });
  if (plan.canStream) {
    const { limitRate } = request.options;
    const result = await runStreamUpload(context, { ...plan, limitRate, name, stream: streams.stdin });
    return finish(context, plan, { result, found: null, startedAt });
  }
  const spool = await spoolStdin({ stdin: streams.stdin, name, signal });
  try {
    const options = { ...request.options, hidden: true };
    return await uploadPaths(context, { paths: [spool.file], options }, plan);
  } finally {
    await spool.remove();
  }
}

async function uploadPaths(
  context: Context,
  { paths, options }: Pick<UploadRequest, 'paths' | 'options'>,
  plan: UploadPlan,
): Promise<Uploaded> {
  const startedAt = performance.now();
  const { parallel, limitRate } = options;
  let found: FoundFiles | null = null;
  const scan = async () => {
    found = await findFiles(paths, options);
    assertNoneRefused(context, found, paths);
    return found.sources;
  };
  const sources = () => found?.sources ?? [];
  const result = await explainInterruption(context, { ...plan, sources, given: paths }, () =>
    runUpload(context, { ...plan, parallel, limitRate, scan }),
  );
  return finish(context, plan, { result, found, startedAt });
}

interface Finished {
  result: UploadResult;
  /** Null when nothing was looked for. */
  found: FoundFiles | null;
  startedAt: number;
}

async function finish(
  context: Context,
  plan: UploadPlan,
  { result, found, startedAt }: Finished,
): Promise<Uploaded> {
  await plan.onPublished?.();
  const { uploadToken: _used, ...rest } = result;
  const { newPassword: password } = plan;
  const { skipped = [], renamed = [] } = found ?? {};
  const uploaded: Uploaded = {
    url: result.share.url,
    ...rest,
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    skipped: skipped.map(({ file }) => file),
    hidden: countHidden(skipped),
    ...(renamed.length === 0 ? {} : { renamed }),
    ...(password === undefined ? {} : { password }),
  };
  report(context, uploaded, { skipped, renamed });
  return uploaded;
}

function report(
  context: Context,
  { files, bytes, resumed, seconds, password }: Uploaded,
  found: Pick<FoundFiles, 'skipped' | 'renamed'>,
): void {
  const {
    output,
    translator: { t, locale },
  } = context;
  if (password !== undefined) output.fail(t('cli.upload.password', { password }));
  output.note(
    t('cli.upload.done', {
      count: files,
      size: formatBytes(locale, bytes),
      time: formatDuration(locale, Math.max(1, seconds)),
    }),
  );
  if (resumed > 0) output.note(t('cli.upload.resumed', { size: formatBytes(locale, resumed) }));
  reportFound(context, found);
}

interface Spool {
  /** The file with what was read. */
  file: string;
  remove(): Promise<void>;
}

interface SpoolInit {
  stdin: NodeJS.ReadableStream;
  /** Name of the file in the share. */
  name: string;
  signal: AbortSignal;
}

/** @throws CliError `usage` when stdin is not alone, or its name is missing or cannot be one */
function readName(paths: readonly string[], name: string | undefined): string {
  if (paths.length > 1) throw new CliError({ exit: 'usage', key: 'cli.errors.stdin_alone' });
  if (name === undefined) throw new CliError({ exit: 'usage', key: 'cli.errors.stdin_name_missing' });
  if (!name.includes('/') && findPathProblem(name) === null) return name;
  throw new CliError({ exit: 'usage', key: 'cli.errors.stdin_name_invalid', params: { name } });
}

/** Reads stdin into a temporary file: without an account, an upload announces its size. */
async function spoolStdin({ stdin, name, signal }: SpoolInit): Promise<Spool> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fileshare-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const file = path.join(folder, name);
  try {
    await pipeline(stdin, createWriteStream(file, { mode: 0o600 }), { signal });
  } catch (error) {
    await remove();
    throw error;
  }
  return { file, remove };
}
