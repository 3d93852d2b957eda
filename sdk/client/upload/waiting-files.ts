import { bundleLimits } from '../../contract/formats/bundles.ts';
import type { UploadEntry } from './entries.ts';

/** Larger files gain nothing from a bundle. */
const largestInBundle = 1_048_576;
/** Fewer files are sent separately: each then has an address of its own to continue at. */
const fewestInBundle = 8;
/** Below so many files a bundle is not made smaller to leave work for others. */
const worthAnUpload = 64;
/**
 * Bytes of a bundle, unless its fewest files are more. Much less than the contract allows: the speed is the same, and a
 * bundle whose client is killed is sent again as a whole.
 */
const bundleBytes = 2 * 1_048_576;

/** The files that wait for their turn: the large ones first, then the small ones by the bundle. */
export class WaitingFiles {
  readonly #alone = new Fifo();
  readonly #small = new Fifo();
  readonly #usesBundles: boolean;

  constructor(usesBundles: boolean) {
    this.#usesBundles = usesBundles;
  }

  /** Too few small files for a bundle keep their place between the others. */
  addAll(entries: readonly UploadEntry[]): void {
    const hasBundles = entries.filter((entry) => this.#isSmall(entry)).length >= fewestInBundle;
    for (const entry of entries) {
      if (hasBundles) this.add(entry);
      else this.#alone.push(entry);
    }
  }

  add(entry: UploadEntry): void {
    (this.#isSmall(entry) ? this.#small : this.#alone).push(entry);
  }

  /** Takes the next work for a free connection: one file, or several for a bundle. Empty if nothing waits. */
  take(parallel: number): UploadEntry[] {
    const [alone] = this.#alone.take(1);
    if (alone) return [alone];
    // What is left is shared evenly, so that no connection is idle while another has a lot to send.
    const share = Math.ceil(this.#small.size / parallel);
    const count = Math.min(bundleLimits.files, Math.max(worthAnUpload, share));
    const taken = this.#small.take(count, bundleBytes);
    if (taken.length >= fewestInBundle) return taken;
    const [first, ...others] = taken;
    for (const entry of others) this.#alone.push(entry);
    return first ? [first] : [];
  }

  #isSmall({ isAlone, source }: UploadEntry): boolean {
    return this.#usesBundles && !isAlone && source.size <= largestInBundle;
  }
}

/** Shifting an array would move the rest of a long list each time. */
class Fifo {
  readonly #entries: UploadEntry[] = [];
  #next = 0;

  /** Including files that no longer wait. */
  get size(): number {
    return this.#entries.length - this.#next;
  }

  push(entry: UploadEntry): void {
    this.#entries.push(entry);
  }

  /** The next that still wait. There can be more bytes if there would otherwise be too few for a bundle. */
  take(count: number, bytes = Number.POSITIVE_INFINITY): UploadEntry[] {
    const taken = new Set<UploadEntry>();
    let sum = 0;
    while (taken.size < count) {
      const entry = this.#entries[this.#next];
      if (!entry) break;
      const isWaiting = entry.state === 'waiting';
      if (isWaiting && taken.size >= fewestInBundle && sum + entry.source.size > bytes) break;
      this.#next++;
      // A file that was paused and resumed is in the queue twice.
      if (!isWaiting || taken.has(entry)) continue;
      taken.add(entry);
      sum += entry.source.size;
    }
    return [...taken];
  }
}
