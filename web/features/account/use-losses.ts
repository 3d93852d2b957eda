import type { Holdings } from '#sdk/contract/users.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';

interface Losses {
  shares: string;
  apiKeys: string;
}

/** In words what goes with the account; undefined as long as it is not known. */
export function useLosses(holdings: Holdings | undefined): Losses | undefined {
  const { t } = useTranslator();
  const format = useFormat();
  if (!holdings) return undefined;
  const files = t('web.account.delete.files', { count: holdings.files });
  return {
    shares: t('web.account.delete.shares', {
      count: holdings.shares,
      files,
      size: format.bytes(holdings.size),
    }),
    apiKeys: t('web.account.delete.apiKeys', { count: holdings.apiKeys }),
  };
}
