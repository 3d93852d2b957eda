import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import { LayoutGrid as layoutGridIcon, List as listIcon, Search as searchIcon, X as xIcon } from 'lucide';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { layout, phoneScreen } from '../../../app/theme.ts';
import { useTranslator } from '../../../lib/i18n.tsx';
import { lazyPart } from '../../../lib/loading/lazy-part.tsx';
import { PartBoundary } from '../../../ui/feedback/PartBoundary.tsx';
import { Icon } from '../../../ui/icons/Icon.tsx';
import { type FileView, fileViews } from './use-file-view.ts';

// The field of the component library is large, and most shares are small.
const SearchInput = lazyPart(async () => (await import('../../../ui/fields/SearchInput.tsx')).SearchInput);

interface Props {
  /** The path of the folder */
  children: ReactNode;
  /** The folder that is shown */
  folder: string;
  search: string;
  /** Missing if there is little to search. */
  onSearch?: ((search: string) => void) | undefined;
  view: FileView;
  /** Missing if there are no pictures. */
  onView?: ((view: FileView) => void) | undefined;
  /** The sort control, for a view without columns. */
  sort: ReactNode;
  /** The download of the folder */
  download: ReactNode;
  /** Missing if there is nothing to choose from. */
  onSelect?: (() => void) | undefined;
}

const views = {
  list: { icon: listIcon, label: 'web.share.viewList' },
  gallery: { icon: layoutGridIcon, label: 'web.share.viewGallery' },
} as const;

/** The name of what is shown, and what can be done with all of it. The search field opens on request. */
export function FileToolbar({
  children,
  folder,
  search,
  onSearch,
  view,
  onView,
  sort,
  download,
  onSelect,
}: Props) {
  const { t } = useTranslator();
  const [isSearching, setSearching] = useState(false);
  const toggleSearch = () => {
    setSearching(!isSearching);
    onSearch?.('');
  };
  return (
    <Box sx={toolsStyle}>
      <Box ref={useFocusAfter(folder)} tabIndex={-1} sx={titleStyle}>
        {children}
      </Box>
      {onSearch && isSearching && (
        <Box sx={searchStyle}>
          <PartBoundary fallback={<Box sx={{ height: 46 }} />}>
            <SearchInput
              label={t('web.share.search')}
              icon={searchIcon}
              value={search}
              onChange={onSearch}
              autoFocus
            />
          </PartBoundary>
        </Box>
      )}
      {onSearch && (
        <IconButton
          aria-label={t(isSearching ? 'web.share.searchEnd' : 'web.share.search')}
          aria-expanded={isSearching}
          onClick={toggleSearch}
        >
          <Icon icon={isSearching ? xIcon : searchIcon} />
        </IconButton>
      )}
      <Box sx={sortStyle}>{sort}</Box>
      {download}
      {onSelect && (
        <Button variant="text" onClick={onSelect}>
          {t('web.share.selectSome')}
        </Button>
      )}
      {onView && (
        <Box role="group" aria-label={t('web.share.view')} sx={viewsStyle}>
          {fileViews.map((choice) => (
            <ButtonBase
              key={choice}
              aria-label={t(views[choice].label)}
              title={t(views[choice].label)}
              aria-pressed={view === choice}
              onClick={() => onView(choice)}
            >
              <span>
                <Icon icon={views[choice].icon} size={16} />
              </span>
            </ButtonBase>
          ))}
        </Box>
      )}
    </Box>
  );
}

/** The keyboard continues at the name of a folder: the link that led there is gone. */
function useFocusAfter(folder: string): RefObject<HTMLDivElement | null> {
  const title = useRef<HTMLDivElement>(null);
  const shown = useRef(folder);
  useEffect(() => {
    if (shown.current === folder) return;
    shown.current = folder;
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, [folder]);
  return title;
}

const titleStyle = { flex: 1, minWidth: 0, outline: 'none', '&:focus-visible': { outline: 'none' } } as const;

const toolsStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: { xs: 0.25, sm: 1 },
  minHeight: 52,
} as const;

/** On phones below everything else, over the whole width */
const searchStyle = {
  width: 280,
  // The button beside it clears the search, too.
  '& ::-webkit-search-cancel-button': { display: 'none' },
  [phoneScreen]: { order: 9, width: '100%', '& > *': { width: '100%' } },
} as const;

/** Quiet: a button more than a field. Phones sort in the list. */
const sortStyle = {
  '&:empty': { display: 'none' },
  [phoneScreen]: { display: 'none' },
  '& select': {
    minHeight: 44,
    borderColor: 'transparent',
    bgcolor: 'transparent',
    fontSize: '0.9375rem',
    fontWeight: 560,
  },
  '& select:hover': { borderColor: 'transparent', bgcolor: 'action.hover' },
} as const;

/** The buttons are as large as a finger needs; what looks pressed is smaller. */
const viewsStyle = {
  display: 'flex',
  borderRadius: '12px',
  bgcolor: 'paper.sunken',
  '& > button': { width: layout.touchTarget, height: layout.touchTarget, p: '3px', borderRadius: '12px' },
  '& > button > span': {
    display: 'grid',
    placeItems: 'center',
    width: '100%',
    height: '100%',
    borderRadius: '9px',
    color: 'text.secondary',
  },
  '& > button[aria-pressed=true] > span': {
    bgcolor: 'paper.raised',
    color: 'text.primary',
    boxShadow: '0 1px 2px rgb(40 30 15 / 14%)',
  },
} as const;
