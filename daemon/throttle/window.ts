import type { Window } from './rules.ts';

/** The count of a window. */
export interface Tally {
  hits: number;
  endsAt: number;
  /** A refusal within it has been reported. */
  isNoted: boolean;
}

/**
 * Returns the count at a moment. A window begins with its first hit. It ends at most its own length from now, so that
 * nobody is locked out after the clock was set back until it has caught up.
 */
export function tallyAt(stored: Tally | null, { ms }: Window, now: number): Tally {
  if (!stored || stored.endsAt <= now) return { hits: 0, endsAt: now + ms, isNoted: false };
  return { ...stored, endsAt: Math.min(stored.endsAt, now + ms) };
}
