import Button from '@mui/material/Button';
import { SearchX as searchXIcon } from 'lucide';
import { useTranslator } from '../../../lib/i18n.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';

interface Props {
  search: string;
  onClear(): void;
}

/** Takes the place of the files when a search has found none. */
export function NoHits({ search, onClear }: Props) {
  const { t } = useTranslator();
  return (
    <EmptyState icon={searchXIcon} title={t('web.share.noHits')} text={t('web.share.noHitsText', { search })}>
      <Button variant="outlined" onClick={onClear}>
        {t('web.share.clearSearch')}
      </Button>
    </EmptyState>
  );
}
