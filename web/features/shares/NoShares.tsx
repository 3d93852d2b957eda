import { mdiTrayArrowUp } from '@mdi/js';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { isNarrowed, noFilters, type ShareFilters } from './share-filters.ts';
import type { ShareScope } from './use-share-list.ts';

interface Props {
  scope: ShareScope;
  filters: ShareFilters;
  onReset(filters: ShareFilters): void;
}

/** Why the list is empty, and what to do about it. */
export function NoShares({ scope, filters, onReset }: Props) {
  const { t } = useTranslator();
  if (!isNarrowed(filters)) {
    return scope === 'mine' ? (
      <EmptyState icon={mdiTrayArrowUp} title={t('web.shares.emptyTitle')} text={t('web.shares.emptyText')}>
        <Button component={Link} to={paths.upload} variant="contained" color="primary">
          {t('web.shares.emptyAction')}
        </Button>
      </EmptyState>
    ) : (
      <EmptyState
        icon={mdiTrayArrowUp}
        title={t('web.shares.emptyAllTitle')}
        text={t('web.shares.emptyAllText')}
      />
    );
  }
  const search = filters.search.trim();
  const text = search === '' ? t(`web.shares.noneOf.${filters.view}`) : t('web.shares.noneFound', { search });
  return (
    <EmptyState icon={mdiTrayArrowUp} title={t('web.shares.noneTitle')} text={text}>
      <Button
        variant="outlined"
        onClick={() => onReset({ ...noFilters, sort: filters.sort, isDescending: filters.isDescending })}
      >
        {t('web.shares.showAll')}
      </Button>
    </EmptyState>
  );
}
