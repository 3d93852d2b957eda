import Button from '@mui/material/Button';
import { useTranslator } from '../../lib/i18n.tsx';

/** Brings the next page of a list. */
export function MoreButton({ isBusy, onMore }: { isBusy: boolean; onMore(): void }) {
  const { t } = useTranslator();
  return (
    <Button variant="outlined" disabled={isBusy} onClick={onMore} sx={{ justifySelf: 'center' }}>
      {t('web.common.more')}
    </Button>
  );
}
