import { LimitedCalls } from '../../core/limit-calls.ts';
import { SpeedMeter } from '../../core/speed-meter.ts';
import type { DownloadProgress } from '../../download/types.ts';

/** Milliseconds between two reports. */
const interval = 100;
/** While nothing arrives, the speed is reported this often, until it is zero and the time left is unknown. */
const beatEvery = 1000;

/** Counts a download and tells about it, not too often. */
export class DownloadReporter {
  readonly #meter = new SpeedMeter();
  readonly #throttle: LimitedCalls;
  readonly #files = { total: 0, finished: 0, failed: 0 };
  readonly #bytes = { total: 0, received: 0, resumed: 0 };
  #verifying = 0;
  #phase: DownloadProgress['phase'] = 'preparing';
  #file: DownloadProgress['file'];
  #beat: ReturnType<typeof setTimeout> | undefined;

  constructor(onProgress: ((progress: DownloadProgress) => void) | undefined) {
    this.#throttle = new LimitedCalls(() => this.#report(onProgress), interval);
    this.#throttle.flush();
  }

  get resumed(): number {
    return this.#bytes.resumed;
  }

  start(files: readonly { size: number }[]): void {
    this.#files.total = files.length;
    this.#bytes.total = files.reduce((sum, file) => sum + file.size, 0);
    this.#phase = 'downloading';
    this.#throttle.flush();
  }

  /** Counts one file from here on. `resumed` bytes of it are on the disk. */
  track(path: string, size: number): FileReporter {
    let received = 0;
    let isVerifying = false;
    const stopVerifying = () => {
      if (isVerifying) this.#verifying--;
      isVerifying = false;
    };
    const move = (to: number) => {
      this.#bytes.received += to - received;
      received = to;
      this.#file = { path, size, received };
    };
    return {
      resume: (bytes) => {
        move(bytes);
        this.#bytes.resumed += bytes;
        this.#throttle.request();
      },
      receive: (bytes) => {
        stopVerifying();
        if (bytes > received) this.#meter.add(bytes - received);
        move(bytes);
        this.#throttle.request();
      },
      retry: (cause) => {
        this.#file = { path, size, received, retriesAfter: cause };
        this.#throttle.flush();
      },
      verify: () => {
        isVerifying = true;
        this.#verifying++;
        this.#throttle.request();
      },
      finish: () => {
        stopVerifying();
        move(size);
        this.#files.finished++;
        this.#throttle.request();
      },
      fail: () => {
        stopVerifying();
        this.#files.failed++;
        this.#throttle.flush();
      },
    };
  }

  fail(count: number): void {
    this.#files.failed += count;
  }

  done(): void {
    this.#phase = 'done';
    this.#file = undefined;
    this.#throttle.flush();
  }

  stop(): void {
    clearTimeout(this.#beat);
    this.#throttle.stop();
  }

  #report(onProgress: ((progress: DownloadProgress) => void) | undefined): void {
    if (!onProgress) return;
    const progress = this.#snapshot();
    clearTimeout(this.#beat);
    if (progress.bytesPerSecond > 0) {
      this.#beat = setTimeout(() => this.#throttle.request(), beatEvery);
    }
    onProgress(progress);
  }

  #snapshot(): DownloadProgress {
    const { finished, failed, total } = this.#files;
    const isVerifying = this.#verifying > 0 && this.#verifying === total - finished - failed;
    return {
      phase: isVerifying ? 'verifying' : this.#phase,
      files: { ...this.#files },
      bytes: { ...this.#bytes },
      bytesPerSecond: this.#meter.bytesPerSecond,
      secondsLeft: this.#meter.secondsFor(this.#bytes.total - this.#bytes.received),
      ...(this.#file && { file: this.#file }),
    };
  }
}

export interface FileReporter {
  /** This many bytes were there before. */
  resume(bytes: number): void;
  /** This many bytes are there now. */
  receive(bytes: number): void;
  /** Nothing arrives: it is requested again. */
  retry(cause: Error): void;
  /** All bytes are there and are being compared. */
  verify(): void;
  finish(): void;
  fail(): void;
}
