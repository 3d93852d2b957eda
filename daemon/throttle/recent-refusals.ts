/** So long a refusal is believed before the database is asked again: another process may have taken a hit back. */
const believed = 1000;

const maxEntries = 10_000;

/** What was refused a moment ago, so that a flood costs neither writes nor reads. */
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

  /** When the counter opens again, or null when that must be asked. `monotonic` is a time that nobody sets. */
  opensAt(key: string, { now, monotonic }: { now: number; monotonic: number }): number | null {
    const entry = this.#entries.get(key);
    return entry && entry.opensAt > now && monotonic - entry.since < believed ? entry.opensAt : null;
  }
}
