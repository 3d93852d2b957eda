import { resolve } from 'node:path';
import { AppError, isErrorCode } from '../../../contract/errors.ts';
import { files as fileEndpoints, type ShareFile } from '../../../contract/files.ts';
import type { Share } from '../../../contract/shares.ts';
import { buildPath } from '../../core/api-client.ts';
import { NetworkError, type Transport } from '../../core/transport.ts';
import type { DownloadedFile, DownloadOptions, DownloadResult } from '../../download/types.ts';
import type { ShareAccess } from '../../shares/open-share.ts';
import { fileShareTokenStore } from '../share-token-store.ts';
import type { NodeResponse } from '../undici-transport.ts';
import { groupFiles, receiveBundle } from './bundle.ts';
import { assertRoom, DiskFullError, type Need } from './disk-space.ts';
import { partName, removeStaleNote } from './part-file.ts';
import { DownloadReporter, type FileReporter } from './progress.ts';
import { defaultRetryPolicy, type RetryPolicy } from './retry-policy.ts';
import { explainRefusedName, FolderMaker } from './safe-target.ts';
import { Slots } from './slots.ts';
import { storeContent } from './store-content.ts';
import { storeReceived } from './store-small.ts';
import { chooseTarget, isCaseSensitive, type PlannedFile, TargetPlan } from './target-plan.ts';

export interface DownloadDeps {
  /** Origin of the server. */
  baseUrl: string;
  access: Pick<ShareAccess, 'openShare' | 'listAllFiles'>;
  transport: Transport<NodeResponse>;
  retryPolicy?: RetryPolicy | undefined;
}

const defaultParallel = 4;

/** Small files that are placed at the same time, for each connection. */
const maxAtOnce = 16;

/** Downloads a share; see `NodeClient.downloadShare`. */
export async function downloadShare(
  deps: DownloadDeps,
  linkOrId: string,
  options: DownloadOptions,
): Promise<DownloadResult> {
  const reporter = new DownloadReporter(options.onProgress);
  try {
    const { share, close } = await openForFolder(deps, linkOrId, options);
    const files = await chooseFiles(deps, share.id, options);
    const folders = new FolderMaker(resolve(options.directory ?? '.'));
    await folders.make([]);
    const plan = new TargetPlan(folders.root, files, isCaseSensitive(folders.root, files));
    const run = new DownloadRun(deps, { share, files, folders, plan, reporter, options });
    const result = { share, ...(await run.run()), resumed: reporter.resumed };
    if (result.failed.length === 0) await close();
    reporter.done();
    return result;
  } finally {
    reporter.stop();
  }
}

/**
 * Opens a share for downloading to a folder, using the token that an earlier run has left there. `close` deletes the
 * token if there is nothing left to resume.
 */
export async function openForFolder(
  { access, baseUrl }: Pick<DownloadDeps, 'access' | 'baseUrl'>,
  linkOrId: string,
  { share: opened, directory = '.', password, signal }: OpenOptions,
): Promise<{ share: Share; close: () => Promise<void> }> {
  const tokenStore = fileShareTokenStore(resolve(directory));
  const { share } = opened
    ? { share: opened }
    : await access.openShare(linkOrId, { password, signal, tokenStore });
  return { share, close: () => tokenStore.clear({ id: share.id, baseUrl }) };
}

type OpenOptions = Pick<DownloadOptions, 'share' | 'directory' | 'password' | 'signal'>;

/** Lists all files before the first download, so that no part is written to the path of a later file. */
export async function chooseFiles(
  { access }: Pick<DownloadDeps, 'access'>,
  shareId: string,
  { files, filter = () => true, signal }: Pick<DownloadOptions, 'files' | 'filter' | 'signal'>,
): Promise<ShareFile[]> {
  if (files) return files.filter(filter);
  const chosen: ShareFile[] = [];
  for await (const file of access.listAllFiles(shareId, { signal })) {
    if (filter(file)) chosen.push(file);
  }
  return chosen;
}

interface RunInput {
  share: Share;
  files: readonly ShareFile[];
  folders: FolderMaker;
  plan: TargetPlan;
  reporter: DownloadReporter;
  options: DownloadOptions;
}

interface Job extends PlannedFile {
  /** Position in the result. */
  index: number;
  report: FileReporter;
}

class DownloadRun {
  readonly #deps: DownloadDeps;
  readonly #input: RunInput;
  readonly #slots = new Slots(0);
  readonly #plan: TargetPlan;
  readonly #stop = new AbortController();
  /** Results by position, so that they have the order of the share no matter which file finishes first. */
  readonly #downloaded: (DownloadedFile | undefined)[] = [];
  readonly #failed: DownloadResult['failed'];

  constructor(deps: DownloadDeps, input: RunInput) {
    this.#deps = deps;
    this.#input = input;
    this.#plan = input.plan;
    this.#failed = [...input.plan.failed];
  }

  async run(): Promise<Pick<DownloadResult, 'files' | 'bytes' | 'failed'>> {
    const { reporter, files, options } = this.#input;
    reporter.start(files);
    reporter.fail(this.#failed.length);
    const abort = () => this.#stop.abort(options.signal?.reason);
    if (options.signal?.aborted) abort();
    options.signal?.addEventListener('abort', abort, { once: true });
    try {
      await assertRoom(this.#input.folders.root, this.#plan.planned.map(toNeed));
      const width = Math.max(1, options.parallel ?? defaultParallel);
      const jobs = this.#plan.planned.map((planned, index): Job => {
        const { path, size } = planned.file;
        return { index, ...planned, report: reporter.track(path, size) };
      });
      const queue = groupFiles(jobs, width);
      await Promise.all(Array.from({ length: width }, () => this.#workThenLend(queue)));
      this.#stop.signal.throwIfAborted();
    } finally {
      options.signal?.removeEventListener('abort', abort);
    }
    const downloaded = this.#downloaded.filter((file) => file !== undefined);
    const written = downloaded.filter((file) => file.status === 'written');
    const bytes = written.reduce((sum, file) => sum + file.size, 0);
    return { files: downloaded, bytes, failed: this.#failed };
  }

  /** Connections that no other file needs any longer fetch ranges of the remaining large file. */
  async #workThenLend(queue: Generator<Job[]>): Promise<void> {
    await this.#work(queue);
    this.#slots.release();
  }

  /** The workers share one iterator: each takes the next file. */
  async #work(queue: Generator<Job[]>): Promise<void> {
    for (const jobs of queue) {
      if (this.#stop.signal.aborted) return;
      const wanted = await this.#placeAll(jobs);
      const left = wanted.length > 1 ? await this.#downloadTogether(wanted) : wanted;
      for (const job of left) {
        if (this.#stop.signal.aborted) return;
        await this.#attempt(job, async () => {
          await this.#write(job);
          this.#finish(job);
        });
      }
    }
  }

  /** Returns undefined when it failed, which is noted. */
  async #attempt<T>({ file: { path }, report }: Job, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (this.#stop.signal.aborted) return undefined;
      if (!(error instanceof Error)) throw error;
      // The other files would fail for the same reason.
      if (isAboutAll(error)) this.#stop.abort(error);
      else {
        this.#failed.push({ path, error: explainRefusedName(error) });
        report.fail();
      }
      return undefined;
    }
  }

  /** Chooses where files go; returns those that are not there. */
  async #placeAll(jobs: readonly Job[]): Promise<Job[]> {
    const placed: Job[] = [];
    for (let at = 0; at < jobs.length; at += maxAtOnce) {
      const some = jobs.slice(at, at + maxAtOnce);
      const found = await Promise.all(some.map((job) => this.#attempt(job, () => this.#place(job))));
      placed.push(...found.filter((job) => job !== undefined));
    }
    return placed;
  }

  /** Chooses where a file goes; undefined when it is there. */
  async #place(job: Job): Promise<Job | undefined> {
    const { file, folders, index, report } = job;
    await this.#input.folders.make(folders);
    const { overwrite = 'rename' } = this.#input.options;
    const { action, target } = await chooseTarget(job.target, {
      mode: overwrite,
      content: file,
      claim: (place) => this.#plan.claim(place),
      signal: this.#stop.signal,
    });
    if (action === 'write') return { ...job, target };
    await removeStaleNote(target);
    report.resume(file.size);
    report.finish();
    this.#downloaded[index] = { path: file.path, target, size: file.size, status: 'skipped' };
    return undefined;
  }

  #finish({ index, file: { path, size }, target, report }: Job): void {
    report.finish();
    this.#downloaded[index] = { path, target, size, status: 'written' };
  }

  /** Downloads small files in one answer; returns those that must be requested alone. */
  async #downloadTogether(jobs: readonly Job[]): Promise<Job[]> {
    const { share, options } = this.#input;
    const left = new Set(jobs);
    const onFile = async (index: number, bytes: Buffer) => {
      const job = jobs[index];
      if (!job) return;
      const { target, file, report } = job;
      const sha256 = options.verify === false ? null : file.sha256;
      const claim = (place: string) => this.#plan.claim(place);
      const isStored = await this.#attempt(job, () =>
        storeReceived(bytes, { sha256 }, { target, claim, report }),
      );
      if (isStored === false) return;
      left.delete(job);
      if (isStored) this.#finish(job);
    };
    const files = jobs.map(({ file }) => file);
    try {
      await receiveBundle(files, onFile, {
        transport: this.#deps.transport,
        shareId: share.id,
        signal: this.#stop.signal,
        retryPolicy: this.#deps.retryPolicy ?? defaultRetryPolicy,
        onRetry: (index, cause) => jobs[index]?.report.retry(cause),
      });
    } catch (error) {
      // Another refusal is about some of them, or an older server has no bundles.
      if (error instanceof Error && isAboutAll(error)) this.#stop.abort(error);
    }
    return [...left];
  }

  async #write({ file, target, report }: Job): Promise<void> {
    const { share, options } = this.#input;
    const params = { id: share.id, fileId: file.id };
    await storeContent(
      {
        source: buildPath(fileEndpoints.download.path, { params }),
        size: file.size,
        sha256: options.verify === false ? null : file.sha256,
        path: file.path,
      },
      {
        target,
        claim: (place) => this.#plan.claim(place),
        transport: this.#deps.transport,
        signal: this.#stop.signal,
        report,
        retryPolicy: this.#deps.retryPolicy,
        slots: endsSoon(share) ? undefined : this.#slots,
      },
    );
  }
}

/** True if a share expires soon. Only requests made before its expiry complete, so all files need one early request. */
function endsSoon({ expiresAt }: Share): boolean {
  return expiresAt !== null && Date.parse(expiresAt) - Date.now() < 24 * 3_600_000;
}

function toNeed({ target, file: { size } }: PlannedFile): Need {
  return { target, part: partName(target, 1), size };
}

function isAboutAll(error: Error): boolean {
  if (error instanceof NetworkError || error instanceof DiskFullError) return true;
  if (!(error instanceof AppError)) return false;
  const code: unknown = error.code;
  return error.status === 401 || (isErrorCode(code) && /^(?:share|server)_/.test(code));
}
