import { AppError } from '#sdk/contract/errors.js';
import { createGate } from '../../../crypto/bounded-gate.ts';
import type { ArchiveLayout } from '../../../transfer/zip/layout.ts';

export interface LayoutLease {
  layout: ArchiveLayout;
  /** To be called when no byte is read any more. Calling again does nothing. */
  release(): void;
}

export interface LayoutRequest {
  /** Names the files and their state: the same key, the same layout. */
  key: string;
  /** Files that are to be laid out, as far as they are known before. */
  fileCount: number;
  layOut(): Promise<ArchiveLayout>;
}

interface Entry {
  layout: Promise<ArchiveLayout>;
  bytes: number;
  users: number;
}

/** Of the objects around the columns. */
const bytesPerLayout = 4096;
/** With a path of fifty characters or so. */
const bytesPerFile = 160;

/** Layouts are computed two at a time: it is work for the processor, which has other requests to answer. */
const computing = { width: 2, queueLength: 50, retryAfterSeconds: 5 };

/**
 * Layouts of archives that are being sent, and those used last. What bounds archives is the memory of their layouts,
 * not their number: see docs/architecture/decisions/0004-archives-are-bounded-by-memory.md.
 */
export function createLayoutCache({ maxBytes }: { maxBytes: number }) {
  /** Those used last are the last. */
  const entries = new Map<string, Entry>();
  const gate = createGate(computing);
  let usedBytes = 0;

  function resize(entry: Entry, bytes: number): void {
    usedBytes += bytes - entry.bytes;
    entry.bytes = bytes;
  }

  function forget(key: string, entry: Entry): void {
    entries.delete(key);
    resize(entry, 0);
  }

  /** Forgets what nobody uses, the oldest first, until `bytes` more would fit. */
  function makeRoom(bytes: number): void {
    for (const [key, entry] of entries) {
      if (usedBytes + bytes <= maxBytes) return;
      if (entry.users === 0) forget(key, entry);
    }
  }

  function create({ key, fileCount, layOut }: LayoutRequest): Entry {
    const bytes = bytesPerLayout + fileCount * bytesPerFile;
    makeRoom(bytes);
    // One that is larger than all the memory has to go alone.
    if (entries.size > 0 && usedBytes + bytes > maxBytes) throw new AppError('overloaded', { seconds: 30 });
    const entry = { layout: gate(layOut), bytes: 0, users: 0 };
    entries.set(key, entry);
    resize(entry, bytes);
    entry.layout.then(
      (layout) => resize(entry, bytesPerLayout + layout.byteLength),
      () => forget(key, entry),
    );
    return entry;
  }

  return {
    /**
     * The layout of this key; whoever asks while it is computed gets the same.
     *
     * @throws AppError `overloaded` when those that are in use leave no memory for it
     */
    async acquire(request: LayoutRequest): Promise<LayoutLease> {
      const entry = entries.get(request.key) ?? create(request);
      entries.delete(request.key);
      entries.set(request.key, entry);
      entry.users += 1;
      let isHeld = true;
      const release = () => {
        if (!isHeld) return;
        isHeld = false;
        entry.users -= 1;
        makeRoom(0);
      };
      try {
        return { layout: await entry.layout, release };
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}
