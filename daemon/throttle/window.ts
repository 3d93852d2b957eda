import type { Window } from './rules.ts';

/** What was counted in a window. */
export interface Tally {
  hits: number;
  endsAt: number;
  /** A refusal within it has been told. */
  isNoted: boolean;
}

/**
 * What counts at a moment. A window begins with its first hit. It ends its length from now at the latest, so that a
 * clock that was set back locks nobody out until it has caught up.
 */
export function tallyAt(stored: Tally | null, { ms }: Window, now: number): Tally {
  if (!stored || stored.endsAt <= now) return { hits: 0, endsAt: now + ms, isNoted: false };
  return { ...stored, endsAt: Math.min(stored.endsAt, now + ms) };
}
