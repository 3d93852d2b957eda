/** The part of a representation that a `Range` header asks for. `end` is the position after the last byte. */
export type RangeSelection =
  | { kind: 'whole' }
  | { kind: 'part'; start: number; end: number }
  | { kind: 'unsatisfiable' };

const whole = { kind: 'whole' } as const;
const unsatisfiable = { kind: 'unsatisfiable' } as const;

const rangesSpecifier = /^bytes=([\d,\t -]*)$/i;
const rangeSpec = /^(?:(\d+)-(\d*)|-(\d+))$/;

/**
 * Parses a `Range` header (RFC 9110 §14.2) for a representation of `size` bytes. An invalid header, another unit and a
 * list of several ranges select the whole representation, as §14.2 allows.
 */
export function selectRange(header: string | undefined, size: number): RangeSelection {
  const specs = splitRangeSet(header ?? '');
  if (specs.length !== 1) return whole;
  const match = rangeSpec.exec(specs[0] ?? '');
  if (!match) return whole;
  const [, first, last, suffix] = match;
  return suffix === undefined ? selectFrom(first ?? '', last ?? '', size) : selectLast(suffix, size);
}

function splitRangeSet(header: string): string[] {
  const set = rangesSpecifier.exec(header)?.[1] ?? '';
  // Empty elements of a list are ignored (§5.6.1.2).
  return set
    .split(',')
    .map((element) => element.replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter((element) => element !== '');
}

/**
 * Numbers above 2^53 lose their last digits and very long ones become infinite; both are still larger than any size,
 * and nothing else matters.
 */
function selectFrom(first: string, last: string, size: number): RangeSelection {
  const start = Number(first);
  const end = last === '' ? size : Math.min(Number(last) + 1, size);
  if (last !== '' && Number(last) < start) return whole;
  return start < size ? { kind: 'part', start, end } : unsatisfiable;
}

function selectLast(suffix: string, size: number): RangeSelection {
  const length = Number(suffix);
  if (length === 0) return unsatisfiable;
  // The range is satisfiable, but no `Content-Range` can express it.
  if (size === 0) return whole;
  return { kind: 'part', start: Math.max(0, size - length), end: size };
}
