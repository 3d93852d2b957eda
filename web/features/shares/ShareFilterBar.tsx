import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import {
  ArrowDownWideNarrow as arrowDownWideNarrowIcon,
  ArrowUpNarrowWide as arrowUpNarrowWideIcon,
  Search as searchIcon,
  X as xIcon,
} from 'lucide';
import { shareSorts } from '#sdk/contract/shares/inputs.js';
import { layout } from '../../app/theme.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { SearchInput } from '../../ui/fields/SearchInput.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { noFilters, type ShareFilters, shareViews, sortBy } from './share-filters.ts';
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
      <Box sx={searchStyle}>
        <SearchInput
          isWide
          label={t(scope === 'mine' ? 'web.shares.search' : 'web.shares.searchAll')}
          icon={searchIcon}
          value={filters.search}
          onChange={(search) => onChange({ ...filters, search })}
        />
        <SortSelect filters={filters} onChange={onChange} />
      </Box>
    </Box>
  );
}

/** Sorts the list on narrow screens, which have no column headers: the browser's own list behind an icon. */
function SortSelect({ filters, onChange }: Pick<Props, 'filters' | 'onChange'>) {
  const { t } = useTranslator();
  return (
    <Box sx={sortStyle}>
      <Icon icon={filters.isDescending ? arrowDownWideNarrowIcon : arrowUpNarrowWideIcon} />
      <select
        aria-label={t('web.shares.sortBy')}
        value={orderOf(filters)}
        onChange={({ currentTarget }) => {
          const order = orders.find((candidate) => orderOf(candidate) === currentTarget.value);
          if (order) onChange({ ...filters, ...order });
        }}
      >
        {orders.map((order) => (
          <option key={orderOf(order)} value={orderOf(order)}>
            {t(`web.shares.orders.${orderOf(order)}`)}
          </option>
        ))}
      </select>
    </Box>
  );
}

type Order = Pick<ShareFilters, 'sort' | 'isDescending'>;

/** The usual direction of each comes first. */
const orders: readonly Order[] = shareSorts.flatMap((sort) => {
  const usual = sortBy({ ...noFilters, sort: sort === 'name' ? 'size' : 'name' }, sort).isDescending;
  return [usual, !usual].map((isDescending) => ({ sort, isDescending }));
});

const orderOf = ({ sort, isDescending }: Order) => `${sort}${isDescending ? 'Down' : 'Up'}` as const;

const barStyle = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.25 } as const;

const searchStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  flex: { xs: '1 1 100%', sm: '1 1 260px', md: 'none' },
  width: { md: 280 },
  ml: { md: 'auto' },
} as const;

const sortStyle = {
  display: { xs: 'grid', md: 'none' },
  flex: 'none',
  placeItems: 'center',
  position: 'relative',
  width: layout.touchTarget,
  height: 46,
  border: 1,
  borderColor: 'paper.lineStrong',
  borderRadius: 1.2,
  bgcolor: 'paper.raised',
  color: 'text.secondary',
  '&:hover': { borderColor: 'text.primary', color: 'text.primary' },
  '&:has(:focus-visible)': { outline: '3px solid var(--fs-palette-primary-main)', outlineOffset: 2 },
  '& select': {
    position: 'absolute',
    inset: 0,
    width: '100%',
    opacity: 0,
    appearance: 'none',
    // A smaller one makes Safari zoom in.
    fontSize: '1rem',
    cursor: 'pointer',
  },
} as const;
