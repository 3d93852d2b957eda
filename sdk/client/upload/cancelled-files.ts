import type { UploadDeps } from './deps.ts';
import { discardFile, isTemporaryFailure } from './discard-file.ts';
import type { Draft, DraftStrategy } from './draft-strategy.ts';
import type { UploadEntry } from './entries.ts';
import type { RetriedCall } from './retry.ts';
import { terminateUpload } from './tus-attempt.ts';

interface CancelledFilesInit {
  strategy: DraftStrategy;
  call: RetriedCall;
  signal: AbortSignal;
  /** A file that cannot be removed from the share is finished in the end. */
  onKept(entry: UploadEntry): void;
}

const once: RetriedCall = (request) => request(new AbortController().signal);

/**
 * Tells the server which files were cancelled, and which uploads are given up. Completing the share would publish a
 * cancelled file that the server has finished, so what it could not be told is repeated before.
 */
export class CancelledFiles {
  readonly #deps: UploadDeps;
  readonly #init: CancelledFilesInit;
  readonly #running = new Set<Promise<unknown>>();
  /** Cancelled while the server could not be reached. */
  readonly #untold = new Set<UploadEntry>();
  #draft: Draft | null = null;

  constructor(deps: UploadDeps, init: CancelledFilesInit) {
    this.#deps = deps;
    this.#init = init;
  }

  /** Until then, the server has nothing that it would have to be told of. */
  begin(draft: Draft): void {
    this.#draft = draft;
  }

  discard(entry: UploadEntry): void {
    this.#untold.delete(entry);
    const attempt = this.#discard(entry, once).catch((error: unknown) => {
      if (!isTemporaryFailure(error)) throw error;
      this.#untold.add(entry);
    });
    this.#track(attempt);
  }

  /** Gives up an upload whose file, if any, is uploaded in another way. */
  terminate(url: string): void {
    if (this.#draft) this.#track(terminateUpload(this.#deps, url, this.#draft.uploadToken));
  }

  /** Resolves when the server was told of everything, or could not be reached. */
  async attempted(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /**
   * Resolves when the server knows of all cancelled files.
   *
   * @throws NetworkError or AppError when it stays unreachable
   */
  async settled(): Promise<void> {
    await this.attempted();
    const untold = [...this.#untold];
    await Promise.all(untold.map((entry) => this.#discard(entry, this.#init.call)));
    for (const entry of untold) this.#untold.delete(entry);
  }

  async #discard(entry: UploadEntry, call: RetriedCall): Promise<void> {
    const { strategy, signal, onKept } = this.#init;
    const draft = this.#draft;
    if (draft && !(await discardFile(this.#deps, entry, { draft, strategy, call, signal }))) onKept(entry);
  }

  #track(work: Promise<unknown>): void {
    const task: Promise<unknown> = work.finally(() => this.#running.delete(task));
    this.#running.add(task);
  }
}
