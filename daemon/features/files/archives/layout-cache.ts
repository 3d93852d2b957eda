import { AppError } from '#sdk/contract/errors.js';
import { createGate } from '../../../crypto/bounded-gate.ts';
import type { ArchiveLayout } from '../../../transfer/zip/layout.ts';

export interface LayoutLease {
  layout: ArchiveLayout;
  /** Call this when no more bytes are read. Calling it again does nothing. */
  release(): void;
}

export interface LayoutRequest {
  /** Identifies the files and their state: the same key, the same layout. */
  key: string;
  /** Number of files in the layout, as far as it is known in advance. */
  fileCount: number;
  layOut(): Promise<ArchiveLayout>;
}

interface Entry {
  layout: Promise<ArchiveLayout>;
  bytes: number;
  users: number;
}

/** Memory of the objects around the columns. */
const bytesPerLayout = 4096;
/** Memory per file with a path of about fifty characters. */
const bytesPerFile = 160;

/** Layouts are computed two at a time: this is CPU work, and other requests need the CPU too. */
const computing = { width: 2, queueLength: 50, retryAfterSeconds: 5 };

/**
 * Layouts of archives that are being sent, and the most recently used ones. Archives are limited by the memory of their
 * layouts, not by their number: see docs/architecture/decisions/0004-archives-are-bounded-by-memory.md.
 */
export function createLayoutCache({ maxBytes }: { maxBytes: number }) {
  /** Ordered by last use, the most recent last. */
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

  /** Evicts unused layouts, the oldest first, until `bytes` more would fit. */
  function makeRoom(bytes: number): void {
    for (const [key, entry] of entries) {
      if (usedBytes + bytes <= maxBytes) return;
      if (entry.users === 0) forget(key, entry);
    }
  }

  function create({ key, fileCount, layOut }: LayoutRequest): Entry {
    const bytes = bytesPerLayout + fileCount * bytesPerFile;
    makeRoom(bytes);
    // A layout that is larger than the whole memory is used alone.
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
     * Returns the layout of this key; requests that arrive while it is computed share it.
     *
     * @throws AppError `overloaded` when the layouts in use leave no memory for it
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
