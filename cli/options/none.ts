import * as z from 'zod/mini';
import { parseBytes } from './sizes.ts';

/** A number of at least 1, or `none`, which is null in the API. */
export const NumberOrNone = z.pipe(
  z.string().check(z.regex(/^([1-9]\d{0,9}|none)$/, 'cli.invalid.number_or_none')),
  z.transform((text: string) => (text === 'none' ? null : Number(text))),
);

/** A size such as `10GB`, or `none`, which is null in the API. */
export const SizeOrNone = z.pipe(
  z
    .string()
    .check(z.refine((text) => text === 'none' || Boolean(parseBytes(text)), 'cli.invalid.size_or_none')),
  z.transform((text: string) => (text === 'none' ? null : parseBytes(text))),
);
