import type { OwnerShare } from '#sdk/contract/shares.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';

type Counts = Pick<OwnerShare, 'visitors' | 'downloads' | 'maxViews'>;

/** How often a share was opened and downloaded, in words; nothing about downloads before it was opened. */
export function useOpens({ visitors, downloads, maxViews }: Counts): { opens: string; downloads: string } {
  const { t } = useTranslator();
  const { number } = useFormat();
  if (visitors === 0 && downloads === 0 && maxViews === null) {
    return { opens: t('web.shares.notOpened'), downloads: '' };
  }
  return {
    opens:
      maxViews === null
        ? t('web.shares.opens', { count: visitors })
        : t('web.shares.opensOf', { count: visitors, max: number(maxViews) }),
    downloads: t('web.shares.fileDownloads', { count: downloads }),
  };
}
