import type { Invariant } from '../types.ts';
import { counters, reservations } from './counters.ts';
import { knownBytes } from './known-bytes.ts';
import { offsets } from './offsets.ts';
import { storedBytes } from './stored-bytes.ts';
import { stuck } from './stuck.ts';

export const invariants: readonly Invariant[] = [
  storedBytes,
  knownBytes,
  reservations,
  counters,
  stuck,
  offsets,
];
