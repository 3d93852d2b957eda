import * as z from 'zod/mini';
import { ByteCount } from '#sdk/contract/formats/primitives.js';

/** The SDK accepts no lower rate. */
const slowestRate = 4000;

/** `--limit` of lists. */
export const Limit = z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 50);

/** A number of at least 1, or `none`, which is null in the API. */
export const NumberOrNone = z.pipe(
  z.string().check(z.regex(/^([1-9]\d{0,9}|none)$/, 'cli.invalid.number_or_none')),
  z.transform((text: string) => (text === 'none' ? null : Number(text))),
);

/** A size such as `10GB`, or `none`, which is null in the API. */
export const SizeOrNone = z.pipe(
  z
    .string()
    .check(z.refine((text) => text === 'none' || parseSize(text) !== null, 'cli.invalid.size_or_none')),
  z.transform((text: string) => (text === 'none' ? null : parseSize(text))),
);

/** `--quota`: a size, `none` for no limit (0 in the API), or `default` for the instance's quota (null in the API). */
export const Quota = z
  .pipe(
    z.string().check(z.refine((text) => readQuota(text) !== undefined, 'cli.invalid.quota')),
    z.transform((text: string) => readQuota(text) ?? null),
  )
  .check(z.meta({ value: 'SIZE|none|default' }));

function readQuota(text: string): number | null | undefined {
  if (text === 'none') return 0;
  if (text === 'default') return null;
  return parseSize(text) ?? undefined;
}

/** A size of at least one byte: 0 would mean "no limit" to the API. */
function parseSize(text: string): number | null {
  const bytes = parseBytes(text);
  return bytes === 0 ? null : bytes;
}

/** `--limit-rate`: bytes per second, such as `500k` or `2MB`. */
export const Rate = z
  .pipe(
    z.string().check(z.refine((text) => (parseBytes(text) ?? 0) >= slowestRate, 'cli.invalid.rate')),
    z.transform((text: string) => parseBytes(text) ?? slowestRate),
  )
  .check(z.meta({ value: 'RATE' }));

/** Decimal, as sizes are shown; `KiB` to `TiB` for people who think in powers of two. */
const units = {
  b: 1,
  k: 1e3,
  m: 1e6,
  g: 1e9,
  t: 1e12,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  pb: 1e15,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
} as const satisfies Record<string, number>;

/** The bytes that `10GB`, `1.5 TB`, `512MiB` or `4096` mean; null if it is not a size. */
export function parseBytes(text: string): number | null {
  const [, amount, unit = 'b'] = /^(\d+(?:\.\d+)?) ?([a-z]+)?$/.exec(text.trim().toLowerCase()) ?? [];
  if (!amount || !isUnit(unit)) return null;
  const bytes = Math.round(Number(amount) * units[unit]);
  return ByteCount.safeParse(bytes).success ? bytes : null;
}

function isUnit(unit: string): unit is keyof typeof units {
  return Object.hasOwn(units, unit);
}
