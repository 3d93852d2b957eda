import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import {
  ArrowDownWideNarrow as arrowDownWideNarrowIcon,
  ArrowUpNarrowWide as arrowUpNarrowWideIcon,
  Search as searchIcon,
  X as xIcon,
} from 'lucide';
import { shareSorts } from '#sdk/contract/shares/inputs.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { NativeSelect } from '../../ui/fields/NativeSelect.tsx';
import { SearchInput } from '../../ui/fields/SearchInput.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { type ShareFilters, shareViews, sortBy } from './share-filters.ts';
import type { ShareScope } from './use-share-list.ts';

interface Props {
  scope: ShareScope;
  filters: ShareFilters;
  /** The owner whose shares are shown, if only one's are */
  ownerName: string | undefined;
  onChange(filters: ShareFilters): void;
}

export function ShareFilterBar({ scope, filters, ownerName, onChange }: Props) {
  const { t } = useTranslator();
  return (
    <Box role="search" aria-label={t('web.shares.filters')} sx={barStyle}>
      <SegmentedControl
        label={t('web.shares.view')}
        value={filters.view}
        choices={shareViews.map((value) => ({ value, label: t(`web.shares.views.${value}`) }))}
        onChange={(view) => onChange({ ...filters, view })}
      />
      {filters.owner !== '' && (
        <Button
          variant="outlined"
          endIcon={<Icon icon={xIcon} size={18} />}
          onClick={() => onChange({ ...filters, owner: '' })}
        >
          {t('web.shares.onlyOf', { name: ownerName ?? filters.owner.slice(0, 8) })}
        </Button>
      )}
      <Box sx={{ ml: { md: 'auto' }, width: { xs: '100%', sm: 'auto' } }}>
        <SearchInput
          label={t(scope === 'mine' ? 'web.shares.search' : 'web.shares.searchAll')}
          icon={searchIcon}
          value={filters.search}
          onChange={(search) => onChange({ ...filters, search })}
        />
      </Box>
      <SortSelect filters={filters} onChange={onChange} />
    </Box>
  );
}

/** Sorts the cards on a phone, which have no column headers. */
function SortSelect({ filters, onChange }: Pick<Props, 'filters' | 'onChange'>) {
  const { t } = useTranslator();
  return (
    <Box sx={{ display: { xs: 'flex', md: 'none' }, gap: 1, width: '100%' }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <NativeSelect
          aria-label={t('web.shares.sortBy')}
          value={filters.sort}
          onChange={({ currentTarget }) => {
            const sort = shareSorts.find((candidate) => candidate === currentTarget.value);
            if (sort) onChange(sortBy(filters, sort));
          }}
        >
          {shareSorts.map((sort) => (
            <option key={sort} value={sort}>
              {t(`web.shares.sorts.${sort}`)}
            </option>
          ))}
        </NativeSelect>
      </Box>
      <IconButton
        aria-label={t(filters.isDescending ? 'web.shares.sortedDown' : 'web.shares.sortedUp')}
        onClick={() => onChange({ ...filters, isDescending: !filters.isDescending })}
      >
        <Icon icon={filters.isDescending ? arrowDownWideNarrowIcon : arrowUpNarrowWideIcon} />
      </IconButton>
    </Box>
  );
}

const barStyle = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.25 } as const;
