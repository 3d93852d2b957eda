import * as z from 'zod/mini';
import { AppError } from '#sdk/contract/errors.js';
import { ShareKey } from '#sdk/contract/formats/primitives.js';
import type { SortOrder, SortPosition, SortValue } from './types.ts';

/** The last share of a page, and the order it was found in: in another one it has no place. */
export function writeCursor({ sort, order }: SortOrder, { value, key }: SortPosition): string {
  return Buffer.from(JSON.stringify([sort, order, value, key])).toString('base64url');
}

/** @throws AppError `malformed_request` */
export function readCursor(cursor: string, { sort, order }: SortOrder): SortPosition {
  const Value: z.ZodMiniType<SortValue> = sort === 'name' ? z.string() : z.int().check(z.minimum(0));
  const Position = z.tuple([z.literal(sort), z.literal(order), Value, ShareKey]);
  const result = z.safeParse(Position, parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (!result.success) throw new AppError('malformed_request');
  const [, , value, key] = result.data;
  return { value, key };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError('malformed_request', undefined, { cause: error });
  }
}
