import type { OauthErrorCode } from '#sdk/contract/oauth.js';

/** Returns why a person may not sign in, or null for other errors. */
export function refusalOf(error: unknown): OauthErrorCode | null {
  return isRefusal(error) ? error.code : null;
}

function isRefusal(error: unknown): error is Error & { code: OauthErrorCode } {
  return error instanceof Error && error.name === 'SocialSignInError';
}

/** Pages that show visitors what they were sent, whoever they are, also at the links of Pingvin Share and Palmr. */
const visitorPages = /^\/(?:share|s|upload|d|u|r|e|imprint|privacy|error)(?:\/|$)/;

/** Whether a person who may not sign in is told so when opening a page: links to shares work for everyone. */
export function explainsRefusal(path: string): boolean {
  return !visitorPages.test(path);
}

/** Reads the names in a header; null: no header says which groups there are. */
export function readGroupNames(text: string | null, separator: string): string[] | null {
  return text === null
    ? null
    : text
        .split(separator)
        .map((name) => name.trim())
        .filter((name) => name !== '');
}
