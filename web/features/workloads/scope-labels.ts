import type { workloadScopes } from '#sdk/contract/workload-identities.js';
import type { MessageKey } from '#sdk/i18n/translate.js';

/** The names of the scopes that workloads can have, and what they allow: as those of API keys. */
export const scopeLabels: Readonly<
  Record<(typeof workloadScopes)[number], { label: MessageKey; hint: MessageKey }>
> = {
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
};
