import type { Scope } from '#sdk/contract/endpoint.js';
import type { MessageKey } from '#sdk/i18n/translate.js';

/** The names of the scopes of API keys and workload identities, and what they allow. */
export const scopeTexts: Readonly<Record<Scope, { label: MessageKey; hint: MessageKey }>> = {
  'shares:read': {
    label: 'web.account.apiKeys.scopes.sharesRead',
    hint: 'web.account.apiKeys.scopes.sharesReadHint',
  },
  'shares:write': {
    label: 'web.account.apiKeys.scopes.sharesWrite',
    hint: 'web.account.apiKeys.scopes.sharesWriteHint',
  },
  'reverse-shares': {
    label: 'web.account.apiKeys.scopes.reverseShares',
    hint: 'web.account.apiKeys.scopes.reverseSharesHint',
  },
  admin: { label: 'web.account.apiKeys.scopes.admin', hint: 'web.account.apiKeys.scopes.adminHint' },
};
