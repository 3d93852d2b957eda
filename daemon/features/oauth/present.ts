import { isoTime } from '#sdk/contract/formats/iso-time.js';
import { readReturnPath } from '#sdk/contract/formats/return-path.js';
import type { OauthErrorCode, OauthProvider, OauthStatus } from '#sdk/contract/oauth.js';
import type { LinkedProvider } from './linked-accounts.ts';

/** The page that a returning browser is shown next. */
export type NextPage =
  | { page: 'returned'; path: string }
  | { page: 'code'; path: string }
  | { page: 'signIn'; from: unknown }
  | { page: 'linked'; provider: OauthProvider }
  | { page: 'error'; code: OauthErrorCode; provider: OauthProvider | null };

/** Presents a provider to the owner of an account. */
export function presentLinkedProvider({ account, ...provider }: LinkedProvider): OauthStatus {
  return {
    ...provider,
    account: account && { name: account.name, linkedAt: isoTime(account.createdAt) },
  };
}

/** Returns the URL of a page of this instance. Errors are codes, because anybody could put a text there. */
export function presentPage(next: NextPage, appUrl: string): string {
  const address = (path: string, query: Record<string, string> = {}) => {
    const url = new URL(path, appUrl);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.href;
  };
  switch (next.page) {
    case 'returned':
      return address(next.path);
    case 'code':
      return address('/auth/signIn', { step: 'code', from: next.path });
    case 'signIn':
      return address('/auth/signIn', { from: readReturnPath(next.from, appUrl) ?? '/' });
    case 'linked':
      return address('/account/social', { linked: next.provider });
    case 'error':
      return address('/error', { error: next.code, ...(next.provider && { params: next.provider }) });
  }
}
