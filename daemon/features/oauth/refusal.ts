import { AppError } from '#sdk/contract/errors.js';
import type { OauthErrorCode } from '#sdk/contract/oauth.js';
import type { Logger } from '../../logger.ts';
import { SocialSignInError } from './types.ts';

/** Writes down why somebody was not let in, and answers the code for the page that says so. */
export function explainRefusal(error: unknown, logger: Logger): OauthErrorCode {
  if (error instanceof SocialSignInError) {
    logger.warn({ code: error.code, causes: listCauses(error.cause) }, 'sign-in by a provider refused');
    return error.code;
  }
  if (error instanceof AppError) {
    logger.warn({ code: error.code, causes: listCauses(error.cause) }, 'sign-in by a provider refused');
  } else {
    logger.error({ causes: listCauses(error) }, 'sign-in by a provider failed');
  }
  return 'default';
}

/** Names and messages only: other parts of such errors hold what a provider was asked and has answered. */
function listCauses(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  // The messages of parsers quote what they read.
  const text = error instanceof SyntaxError ? error.name : `${error.name}: ${error.message}`;
  return [text, ...listCauses(error.cause)];
}
