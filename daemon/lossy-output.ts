import { constants, openSync, write } from 'node:fs';

/** Characters kept in memory until they can be written: a few thousand lines. */
const maxWaiting = 1024 * 1024;

/** Milliseconds before the next attempt, doubled each time nothing could be written. */
const shortestPause = 5;
const longestPause = 640;

/** How long, in milliseconds, the process may wait for the last lines before it exits. */
const flushTime = 1000;

/**
 * Standard output or standard error of a server. Writing never throws and never blocks: while the disk is full or
 * nobody reads the pipe, lines are kept in memory up to a limit, and further lines are dropped.
 */
export class LossyOutput {
  /** Called with the number of dropped lines, once all lines before them are written. */
  onLoss: ((dropped: number) => void) | undefined;
  readonly #fd: number;
  #lines: string[] = [];
  /** Characters in `#lines`. */
  #waiting = 0;
  /** The bytes being written. */
  #chunk = Buffer.alloc(0);
  #isBusy = false;
  #dropped = 0;
  #pause = shortestPause;
  #whenWritten: (() => void)[] = [];

  /** `fd`: 1, 2 or, in tests, a non-blocking descriptor. */
  constructor(fd: number) {
    this.#fd = openWithoutBlocking(fd);
  }

  write(line: string): void {
    // After the first dropped line all others are dropped too, so that the log has one gap and says where it is.
    if (this.#dropped > 0 || this.#chunk.length + this.#waiting + line.length > maxWaiting) {
      this.#dropped += 1;
      return;
    }
    this.#lines.push(line);
    this.#waiting += line.length;
    if (!this.#isBusy) this.#writeNext();
  }

  /** Calls back when all lines are written, or with an error if some were dropped or are still waiting after a second. */
  flush(done: (error?: Error) => void): void {
    if (!this.#isBusy) return done();
    const loss = this.#dropped > 0 ? new Error('some lines were dropped') : undefined;
    const timer = setTimeout(() => {
      this.#whenWritten = this.#whenWritten.filter((other) => other !== end);
      done(new Error('some lines are still waiting'));
    }, flushTime);
    const end = () => {
      clearTimeout(timer);
      done(loss);
    };
    this.#whenWritten.push(end);
  }

  #writeNext(): void {
    if (this.#chunk.length === 0) {
      this.#chunk = Buffer.from(this.#lines.join(''));
      this.#lines = [];
      this.#waiting = 0;
    }
    this.#isBusy = true;
    write(this.#fd, this.#chunk, (error, written) => {
      if (error) this.#tryLater();
      else this.#goOn(written);
    });
  }

  #goOn(written: number): void {
    this.#chunk = this.#chunk.subarray(written);
    this.#pause = shortestPause;
    const isIdle = this.#chunk.length === 0 && this.#lines.length === 0;
    if (!isIdle) return this.#writeNext();
    this.#isBusy = false;
    if (this.#dropped > 0) {
      const dropped = this.#dropped;
      this.#dropped = 0;
      this.onLoss?.(dropped);
    }
    if (this.#isBusy) return;
    for (const done of this.#whenWritten.splice(0)) done();
  }

  /** Every failure can pass: the disk gets space, the reader continues, a named pipe gets another reader. */
  #tryLater(): void {
    setTimeout(() => this.#writeNext(), this.#pause).unref();
    this.#pause = Math.min(2 * this.#pause, longestPause);
  }
}

/**
 * A write that blocks would occupy a thread, and the process cannot exit before its threads are done. Node makes pipes
 * and sockets non-blocking when `process.stdout` or `process.stderr` is first read, but not terminals, whose output
 * Ctrl-S stops.
 */
function openWithoutBlocking(fd: number): number {
  const stream = [undefined, process.stdout, process.stderr][fd];
  if (!stream?.isTTY) return fd;
  try {
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    // The terminal belongs to another user, or there is no /proc.
    return fd;
  }
}
