interface RecentRead {
  result: Promise<unknown>;
  /** A moment of the monotonic clock, in milliseconds. */
  until: number;
}

/** Changes of other processes are seen after this many milliseconds at the latest. */
const lifetime = 1000;
const maxEntries = 10_000;

export interface RecentReads {
  recall<T>(key: string, load: () => Promise<T>): Promise<T>;
  /** Drops all results because something has changed. */
  forget(): void;
}

/** A read that begins before a change may end after it, so running reads are dropped too. */
export function createRecentReads(now: () => number = () => performance.now()): RecentReads {
  const reads = new Map<string, RecentRead>();

  return {
    recall<T>(key: string, load: () => Promise<T>): Promise<T> {
      const known = reads.get(key);
      // The key names what was loaded, and so its type.
      if (known && known.until > now()) return known.result as Promise<T>;
      if (reads.size >= maxEntries) reads.clear();
      const result = load();
      const entry = { result, until: now() + lifetime };
      reads.set(key, entry);
      result.catch(() => {
        if (reads.get(key) === entry) reads.delete(key);
      });
      return result;
    },
    forget: () => reads.clear(),
  };
}
