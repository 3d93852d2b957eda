/** Reproducible randomness: the same seed makes the same decisions. */
export interface Random {
  /** A number from 0 up to, but not including, 1. */
  next(): number;
  /** An integer from `min` up to and including `max`. */
  int(min: number, max: number): number;
  /** An integer in this range, with every order of magnitude equally likely. */
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

/** Derives a seed for a part of a run, so that each part is reproducible on its own. */
export function deriveSeed(seed: number, name: string): number {
  let hash = seed >>> 0;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}
