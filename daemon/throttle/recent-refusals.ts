/**
 * Milliseconds for which a refusal is cached before the database is queried again: another process may have undone a
 * hit.
 */
const believed = 1000;

const maxEntries = 10_000;

/** Caches recent refusals, so that a flood costs neither writes nor reads. */
export class RecentRefusals {
  readonly #entries = new Map<string, { opensAt: number; since: number }>();

  add(key: string, entry: { opensAt: number; since: number }): void {
    if (this.#entries.size >= maxEntries) this.#entries.clear();
    this.#entries.set(key, entry);
  }

  remove(key: string): void {
    this.#entries.delete(key);
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /**
   * Returns when the counter opens again, or null when the database must be queried. `monotonic` is a time that nobody
   * can set.
   */
  opensAt(key: string, { now, monotonic }: { now: number; monotonic: number }): number | null {
    const entry = this.#entries.get(key);
    return entry && entry.opensAt > now && monotonic - entry.since < believed ? entry.opensAt : null;
  }
}
