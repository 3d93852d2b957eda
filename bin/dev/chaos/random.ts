/** Chance that repeats itself: the same seed, the same decisions. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** From `min` up to and including `max`. */
  int(min: number, max: number): number;
  /** The same, with every order of magnitude as likely as the others. */
  magnitude(min: number, max: number): number;
  isLucky(probability: number): boolean;
  pick<T>(choices: readonly [T, ...T[]]): T;
}

/** mulberry32: small, and good enough for this. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    magnitude: (min, max) => Math.round(min * (max / min) ** next()),
    isLucky: (probability) => next() < probability,
    pick: ([first, ...rest]) => [first, ...rest][int(0, rest.length)] ?? first,
  };
}

/** A seed for a part of a run: each part repeats itself without the others. */
export function deriveSeed(seed: number, name: string): number {
  let hash = seed >>> 0;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}
