import Button from '@mui/material/Button';
import { useTranslator } from '../../lib/i18n.tsx';

interface Props {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): Promise<unknown> };
}

/** Loads the next page of a list, as long as there is one. */
export function MoreButton({ list }: Props) {
  const { t } = useTranslator();
  if (!list.hasNextPage) return null;
  return (
    <Button
      variant="outlined"
      disabled={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
      sx={{ justifySelf: 'center' }}
    >
      {t('web.common.more')}
    </Button>
  );
}
