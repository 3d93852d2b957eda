import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import {
  LayoutGrid as layoutGridIcon,
  ListChecks as listChecksIcon,
  List as listIcon,
  Search as searchIcon,
} from 'lucide';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslator } from '../../../lib/i18n.tsx';
import { Icon } from '../../../ui/icons/Icon.tsx';
import { type FileView, fileViews } from './use-file-view.ts';

// The field of the component library is large, and most shares are small.
const SearchInput = lazy(() =>
  import('../../../ui/fields/SearchInput.tsx').then((module) => ({ default: module.SearchInput })),
);

interface Props {
  /** The path of the folder */
  children: ReactNode;
  search: string;
  /** Missing if there is little to search. */
  onSearch?: ((search: string) => void) | undefined;
  view: FileView;
  /** Missing if there are no pictures. */
  onView?: ((view: FileView) => void) | undefined;
  /** The sort control, for a view without columns. */
  sort: ReactNode;
  /** Missing if there is nothing to choose from. */
  onSelect?: (() => void) | undefined;
}

const views = {
  list: { icon: listIcon, label: 'web.share.viewList' },
  gallery: { icon: layoutGridIcon, label: 'web.share.viewGallery' },
} as const;

export function FileToolbar({ children, search, onSearch, view, onView, sort, onSelect }: Props) {
  const { t } = useTranslator();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 46 }}>
      <Box sx={{ flex: 1, minWidth: { xs: '100%', sm: 0 } }}>{children}</Box>
      {onSearch && (
        <Suspense fallback={<Box sx={{ width: { xs: '100%', sm: 280 }, height: 46 }} />}>
          <SearchInput label={t('web.share.search')} icon={searchIcon} value={search} onChange={onSearch} />
        </Suspense>
      )}
      {sort}
      {onSelect && (
        <Button variant="outlined" startIcon={<Icon icon={listChecksIcon} size={20} />} onClick={onSelect}>
          {t('web.share.selectSome')}
        </Button>
      )}
      {onView && (
        <Box role="group" aria-label={t('web.share.view')} sx={{ display: 'flex', gap: 0.5 }}>
          {fileViews.map((choice) => (
            <IconButton
              key={choice}
              aria-label={t(views[choice].label)}
              title={t(views[choice].label)}
              aria-pressed={view === choice}
              onClick={() => onView(choice)}
              sx={{ '&[aria-pressed=true]': { bgcolor: 'action.selected', color: 'primary.main' } }}
            >
              <Icon icon={views[choice].icon} />
            </IconButton>
          ))}
        </Box>
      )}
    </Box>
  );
}
