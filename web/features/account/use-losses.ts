import type { Holdings } from '#sdk/contract/users.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';

/** In words what goes with the account; undefined as long as it is not known. */
export function useLosses(holdings: Holdings | undefined): string[] | undefined {
  const { t } = useTranslator();
  const format = useFormat();
  if (!holdings) return undefined;
  const { shares, files, size, apiKeys } = holdings;
  return [
    t('web.account.delete.shares', {
      count: shares,
      files: t('web.account.delete.files', { count: files }),
      size: format.bytes(size),
    }),
    t('web.account.delete.apiKeys', { count: apiKeys }),
    t('web.account.delete.sessions'),
  ];
}
