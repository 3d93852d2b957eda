import { type ByteSource, ShortSourceError } from './byte-source.ts';

/** The position of a file in a blob that it shares with others. */
interface PackedFile {
  packId: string;
  offset: number;
  size: number;
}

export interface OpenBundles {
  /**
   * Opens the bytes of a file in a pack; the caller closes them.
   *
   * @throws the errors of opening the pack, and ShortSourceError when it ends before the file does
   */
  open(file: PackedFile): Promise<ByteSource>;
  close(): Promise<void>;
}

/** Bytes read at once: neighbors in the archive are usually neighbors in the pack. */
const windowBytes = 128 * 1024;

/** Number of packs kept open between files. */
const maxIdle = 2;

/** Opens many files of few packs, one after the other: each pack is opened once, and read in large pieces. */
export function createOpenPacks(openBlob: (id: string) => Promise<ByteSource>): OpenBundles {
  const packs = new Map<string, Pack>();

  async function closeIdle(keep: number): Promise<void> {
    const idle = [...packs.values()].filter((pack) => pack.users === 0);
    for (const pack of idle.slice(0, Math.max(0, idle.length - keep))) {
      packs.delete(pack.id);
      await pack.close();
    }
  }

  return {
    async open({ packId, offset, size }) {
      const pack = packs.get(packId) ?? new Pack(packId, openBlob(packId));
      // Move it to the end: the first pack is closed first.
      packs.delete(packId);
      packs.set(packId, pack);
      pack.users += 1;
      let isOpen = true;
      async function close(): Promise<void> {
        if (!isOpen || !pack) return;
        isOpen = false;
        pack.users -= 1;
        await closeIdle(maxIdle);
      }
      try {
        const packSize = await pack.size();
        if (offset + size > packSize) throw new ShortSourceError(packSize);
      } catch (error) {
        await close();
        // A pack that could not be opened must not stay.
        if (packs.get(packId) === pack && pack.users === 0) {
          packs.delete(packId);
          await pack.close();
        }
        throw error;
      }
      return {
        size,
        read: (buffer, position) =>
          pack.read(buffer.subarray(0, Math.max(0, size - position)), offset + position),
        close,
      };
    },
    close: () => closeIdle(0),
  };
}

class Pack {
  users = 0;
  readonly id: string;
  readonly #source: Promise<ByteSource>;
  #window: Buffer | undefined;
  #start = 0;
  #length = 0;
  #loading: Promise<void> | undefined;

  constructor(id: string, source: Promise<ByteSource>) {
    this.id = id;
    this.#source = source;
  }

  async size(): Promise<number> {
    return (await this.#source).size;
  }

  async read(target: Uint8Array, position: number): Promise<number> {
    if (target.byteLength >= windowBytes) return (await this.#source).read(target, position);
    while (!this.#holds(position, target.byteLength)) {
      this.#loading ??= this.#load(position).finally(() => {
        this.#loading = undefined;
      });
      await this.#loading;
    }
    const from = position - this.#start;
    const part = this.#window?.subarray(from, Math.min(this.#length, from + target.byteLength));
    target.set(part ?? []);
    return part?.byteLength ?? 0;
  }

  async close(): Promise<void> {
    const source = await this.#source.catch(() => undefined);
    await source?.close();
  }

  /** A window that ends before it is full is the end of the pack. */
  #holds(position: number, length: number): boolean {
    if (!this.#window || position < this.#start) return false;
    const end = this.#start + this.#length;
    return position + length <= end || (position <= end && this.#length < windowBytes);
  }

  async #load(position: number): Promise<void> {
    this.#window ??= Buffer.allocUnsafeSlow(windowBytes);
    this.#length = 0;
    this.#start = position;
    this.#length = await (await this.#source).read(this.#window, position);
  }
}
