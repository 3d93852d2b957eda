import * as z from 'zod/mini';
import type { OauthErrorCode } from '#sdk/contract/oauth.js';
import type { Library } from './connection.ts';
import { SocialSignInError } from './types.ts';

/** The loggable parts of errors: why a provider refuses (RFC 6749, section 5.2), or the library's code. */
const Code = z.union([
  z.pipe(
    z.object({ error: z.string() }),
    z.transform(({ error }) => error),
  ),
  // GitHub refuses with a successful status.
  z.pipe(
    z.object({ cause: z.object({ body: z.object({ error: z.string() }) }) }),
    z.transform(({ cause }) => cause.body.error),
  ),
  // A refusal of a client through the scheme `Basic` has no code (RFC 6749, section 5.2).
  z.pipe(
    z.object({ cause: z.tuple([z.object({ scheme: z.literal('basic') })], z.unknown()) }),
    z.transform(() => 'invalid_client'),
  ),
  // RFC 6750, section 3
  z.pipe(
    z.object({ cause: z.tuple([z.object({ parameters: z.object({ error: z.string() }) })], z.unknown()) }),
    z.transform(({ cause }) => cause[0].parameters.error),
  ),
  z.pipe(
    z.object({ code: z.string() }),
    z.transform(({ code }) => code),
  ),
]);

/** A provider did not answer at all. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/**
 * Runs work and translates its errors.
 *
 * @throws SocialSignInError
 */
export async function failingAs<T>(
  code: OauthErrorCode | ((error: unknown) => OauthErrorCode),
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SocialSignInError) throw error;
    throw new SocialSignInError(typeof code === 'string' ? code : code(error), reasonOf(error));
  }
}

/** Returns the code for a failure to redeem a code, or to trust the result. */
export function codeOfGrant({ AuthorizationResponseError }: Library): (error: unknown) => OauthErrorCode {
  return (error) => {
    if (error instanceof AuthorizationResponseError) {
      return error.error === 'access_denied' ? 'access_denied' : 'default';
    }
    const isAway = error instanceof Error && error.cause instanceof UnreachableError;
    return isAway ? 'default' : 'invalid_token';
  };
}

/** Whether the provider refuses this client, or this way of authenticating (RFC 6749, section 5.2). */
export function isClientRefused(
  { ResponseBodyError, WWWAuthenticateChallengeError }: Library,
  error: unknown,
): boolean {
  if (error instanceof WWWAuthenticateChallengeError) return error.status === 401;
  return error instanceof ResponseBodyError && error.error === 'invalid_client';
}

/**
 * Returns the reason in words only: errors of the library contain codes, tokens and whole answers, which must not be
 * logged.
 */
function reasonOf(error: unknown): Error {
  const words: string[] = [];
  for (let each = error; each instanceof Error && words.length < 6; each = each.cause)
    words.push(wordsOf(each));
  return new Error(words.join(': '));
}

function wordsOf(error: Error): string {
  // Its message quotes the invalid JSON.
  if (error instanceof SyntaxError) return 'no JSON';
  const { data: code } = z.safeParse(Code, error);
  return code !== undefined ? `${error.message} (${code.slice(0, 100)})` : error.message;
}
