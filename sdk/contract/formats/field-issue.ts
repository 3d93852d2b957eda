import { configIssueCodes } from '../config/issue-codes.ts';
import type { ParamValue } from '../errors.ts';

/** The problems that a field of a request can have; the text is under `validation.<code>`. */
export const issueCodes = [
  ...configIssueCodes,
  'required',
  'invalid',
  'email',
  'too_short',
  'too_long',
  'exact_length',
  'too_small',
  'too_big',
  'not_number',
  'not_integer',
  'not_url',
  'unknown_key',
  'share_id',
  'expiration',
  'username',
  'totp',
  'locale',
  'one_line',
  'repeated',
  'outbound_plain',
  'outbound_private',
  'outbound_blocked',
  'claim_pattern',
  'claims_malformed',
  'claims_too_open',
] as const;

/** What is wrong with a field. */
export type IssueCode = (typeof issueCodes)[number];

/** Returns the problem of a value whose type is not the expected one; zod calls a whole number `int`. */
export function wrongTypeCode(expected: string): IssueCode {
  if (expected === 'int') return 'not_integer';
  return expected === 'number' ? 'not_number' : 'invalid';
}

/** One wrong field of a request. */
export interface FieldIssue {
  /** Its path in the request: `files.3.size`. */
  field: string;
  /** What is wrong with it. */
  code: IssueCode;
  /** The values in the text of the problem, such as the smallest number allowed. */
  params?: Record<string, ParamValue>;
}
