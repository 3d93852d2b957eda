import {
  type ConditionalHeaders,
  evaluatePreconditions,
  isRangeCurrent,
  type Validators,
} from './conditional.ts';
import { selectRange } from './range.ts';

/** The answer to a request for a representation: status and bytes. `end` is the position after the last byte. */
export type Selection =
  | { status: 200; start: 0; end: number }
  | { status: 206; start: number; end: number }
  | { status: 304 }
  | { status: 412 }
  | { status: 416 };

interface SelectionRequest {
  method: string;
  headers: ConditionalHeaders & { range?: string | undefined };
}

interface Representation extends Validators {
  size: number;
}

/** Selects the answer to a GET or HEAD request from its conditional and range headers (RFC 9110 §13.2.2, §14.2). */
export function selectBytes(request: SelectionRequest, representation: Representation): Selection {
  const { method, headers } = request;
  const precondition = evaluatePreconditions(headers, representation);
  if (precondition === 'failed') return { status: 412 };
  if (precondition === 'not_modified') return { status: 304 };
  const whole = { status: 200, start: 0, end: representation.size } as const;
  // Ranges are defined for GET only.
  if (method !== 'GET' || !isRangeCurrent(headers['if-range'], representation)) return whole;
  const range = selectRange(headers.range, representation.size);
  if (range.kind === 'unsatisfiable') return { status: 416 };
  return range.kind === 'part' ? { status: 206, start: range.start, end: range.end } : whole;
}
