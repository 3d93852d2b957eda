import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ShareFile } from '#sdk/contract/files.js';
import type { SourceFolder } from '../../folder.ts';
import type { Random } from '../../random.ts';

export interface PublishedShare {
  id: string;
  link: string;
  source: SourceFolder;
}

/** A share that a visitor has open. */
interface OpenShare {
  token: string;
  files: readonly ShareFile[];
}

/**
 * What visitors may see. `serving`: everything is answered. `reading`: the database accepts no changes, so only opening a
 * link for the first time may be put off. `restarting`: nobody may be there.
 */
type Phase = 'serving' | 'reading' | 'restarting';

const count = 4;

/** People who open links and download random files all the time, and compare what they get. */
export class Visitors {
  /** Requests that were answered, with the right bytes if it was a file. */
  answered = 0;
  /** Links that could not be opened yet, because the database was being moved. */
  putOff = 0;
  /** Milliseconds that the slowest answer took. */
  slowest = 0;
  /** What they saw instead of answers while the server was restarted, and how often. */
  readonly duringRestarts = new Map<string, number>();
  readonly #url: string;
  readonly #shares: readonly PublishedShare[];
  readonly #random: Random;
  readonly #running: Promise<unknown>;
  #phase: Phase = 'serving';
  #restarts = 0;
  #isStopped = false;
  #failure: Error | null = null;

  constructor(url: string, shares: readonly PublishedShare[], random: Random) {
    this.#url = url;
    this.#shares = shares;
    this.#random = random;
    this.#running = Promise.all(Array.from({ length: count }, () => this.#visit()));
    this.#running.catch(() => undefined);
  }

  async whileReading<T>(work: () => Promise<T>): Promise<T> {
    this.#phase = 'reading';
    const result = await work();
    this.assertNoFailure();
    return result;
  }

  /** Afterwards everything is answered again. */
  async whileRestarting(work: () => Promise<void>): Promise<void> {
    this.assertNoFailure();
    this.#phase = 'restarting';
    this.#restarts += 1;
    await work();
    this.#phase = 'serving';
  }

  /** @throws what a visitor should not have seen */
  assertNoFailure(): void {
    if (this.#failure !== null) throw this.#failure;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
    this.assertNoFailure();
  }

  async #visit(): Promise<void> {
    const open = new Map<string, OpenShare>();
    while (!this.#isStopped) {
      const share = this.#random.pick(this.#shares as [PublishedShare]);
      const opened = open.get(share.id);
      if (opened === undefined || this.#random.isLucky(0.1)) {
        const found = await this.#try(true, () => this.#openLink(share));
        if (found) open.set(share.id, found);
      } else if (this.#random.isLucky(0.5)) {
        await this.#try(false, () => this.#downloadDirectly(share));
      } else {
        await this.#try(false, () => this.#downloadOpened(share, opened));
      }
      await sleep(this.#random.int(5, 50));
    }
  }

  async #openLink({ id, link }: PublishedShare): Promise<OpenShare> {
    await (await this.#ask(new URL(link).pathname)).arrayBuffer();
    const asked = await this.#ask(`/api/shares/${id}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    const { token } = (await asked.json()) as { token: string };
    const headers = { 'x-share-token': token };
    const listed = await this.#ask(`/api/shares/${id}/files?limit=5000`, { headers });
    const { files } = (await listed.json()) as { files: ShareFile[] };
    return { token, files };
  }

  async #downloadDirectly({ id, source }: PublishedShare): Promise<void> {
    const path = this.#random.pick([...source.digests.keys()] as [string]);
    const address = path.split('/').map(encodeURIComponent).join('/');
    await compare(await this.#ask(`/d/${id}/${address}`), path, source);
  }

  async #downloadOpened({ id, source }: PublishedShare, { token, files }: OpenShare): Promise<void> {
    const file = this.#random.pick(files as [ShareFile]);
    const answer = await this.#ask(`/api/shares/${id}/files/${file.id}`, {
      headers: { 'x-share-token': token },
    });
    await compare(answer, file.path, source);
  }

  async #ask(path: string, init: RequestInit = {}): Promise<Response> {
    const askedAt = performance.now();
    const answer = await fetch(this.#url + path, init);
    if (!answer.ok) throw new RefusedError(path, answer);
    this.answered += 1;
    this.slowest = Math.max(this.slowest, performance.now() - askedAt);
    return answer;
  }

  /** Returns null when it failed, which is remembered unless it may. */
  async #try<T>(isOpening: boolean, work: () => Promise<T>): Promise<T | null> {
    const [phase, restarts] = [this.#phase, this.#restarts];
    try {
      return await work();
    } catch (error) {
      const phases = new Set([phase, this.#phase]);
      const isRestarted = phases.has('restarting') || restarts !== this.#restarts;
      if (error instanceof DifferentError) this.#failure ??= error;
      else if (isOpening && phases.has('reading') && isPutOff(error)) this.putOff += 1;
      else if (isRestarted) this.#noteRestart(error);
      else this.#failure ??= new Error(`a visitor saw an error while ${phase}`, { cause: error });
      return null;
    }
  }

  #noteRestart(error: unknown): void {
    const what = describe(error);
    this.duringRestarts.set(what, (this.duringRestarts.get(what) ?? 0) + 1);
  }
}

class DifferentError extends Error {
  override readonly name = 'DifferentError';
}

class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly status: number;
  readonly retryAfter: string | null;

  constructor(path: string, { status, headers }: Response) {
    super(`${path} was answered with ${status}`);
    this.status = status;
    this.retryAfter = headers.get('retry-after');
  }
}

const isPutOff = (error: unknown) =>
  error instanceof RefusedError && error.status === 503 && error.retryAfter !== null;

async function compare(answer: Response, path: string, { digests }: SourceFolder): Promise<void> {
  const content = new Uint8Array(await answer.arrayBuffer());
  const found = createHash('sha256').update(content).digest('hex');
  if (found !== digests.get(path)) throw new DifferentError(`${path} differs, ${content.length} bytes`);
}

/** A status, or the code of the connection's error. */
function describe(error: unknown): string {
  if (error instanceof RefusedError) return String(error.status);
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message;
  return error.message;
}
