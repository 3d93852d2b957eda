import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Download as downloadIcon } from 'lucide';
import { useDeferredValue, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ShareFile } from '#sdk/contract/files.js';
import { useTranslator } from '../../../lib/i18n.tsx';
import { lazyPart } from '../../../lib/loading/lazy-part.tsx';
import { client } from '../../../lib/sdk.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { OpenedPart, PartBoundary } from '../../../ui/feedback/PartBoundary.tsx';
import { NativeSelect } from '../../../ui/fields/NativeSelect.tsx';
import { Icon } from '../../../ui/icons/Icon.tsx';
import type { CountedType } from '../hero/composition.ts';
import { useReloadShare } from '../use-share-view.ts';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { EntryList } from './EntryList.tsx';
import { FileToolbar } from './FileToolbar.tsx';
import { buildFileTree, type Entry, findStart, parentOf, type Sorting, sortEntries } from './file-tree.ts';
import { Gallery } from './gallery/lazy-gallery.ts';
import type { ListedShare } from './listed-share.ts';
import { usePreviewAddress } from './preview-address.ts';
import { searchFiles } from './search-files.ts';
import { useFileView } from './use-file-view.ts';
import { useSelection } from './use-selection.ts';

const PreviewDialog = lazyPart(
  async () => (await import('../../../preview/PreviewDialog.tsx')).PreviewDialog,
);

// What few visitors see.
const NoHits = lazyPart(async () => (await import('./NoHits.tsx')).NoHits);
const SelectionBar = lazyPart(async () => (await import('./SelectionBar.tsx')).SelectionBar);

export interface Props {
  share: ListedShare;
  files: readonly ShareFile[];
  /** What all of them are */
  type: CountedType;
}

/** With fewer files there is no search. */
const filesToSearch = 12;

/**
 * One folder of the share, or the search results. The address names the folder and the open file, so that back
 * and reload keep them.
 */
export function FileBrowser({ share, files, type }: Props) {
  const { t } = useTranslator();
  const [address] = useSearchParams();
  const [sorting, setSorting] = useState<Sorting>({ key: 'name', isDescending: false });
  const [search, setSearch] = useState('');
  const preview = usePreviewAddress();
  const reload = useReloadShare(share.id);
  const {
    entries,
    folder,
    start: root,
    isSearch,
  } = useEntries(files, {
    folder: address.get('folder'),
    file: preview.path,
    search,
    sorting,
  });
  const { view, choose } = useFileView(entries);
  const { selection, start, end } = useSelection({ files, entries });
  const shownFiles = useMemo(
    () => entries.flatMap((entry) => (entry.kind === 'file' ? [entry.file] : [])),
    [entries],
  );
  const opened = preview.path === null ? undefined : files.find(({ path }) => path === preview.path);
  const list = { share, entries, selection, showsFolders: isSearch };

  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {files.length > 1 && (
        <FileToolbar
          folder={folder}
          search={search}
          onSearch={files.length > filesToSearch ? setSearch : undefined}
          view={view}
          onView={choose}
          sort={view === 'gallery' && <GallerySort sorting={sorting} onSort={setSorting} />}
          onSelect={selection ? undefined : start}
          download={
            folder !== root && !isSearch && !selection && <FolderDownload share={share} path={folder} />
          }
        >
          {folder !== root && !isSearch && <Breadcrumbs start={root} path={folder} />}
          {folder === root && !isSearch && (
            <Typography variant="h2">{t(`web.share.count.${type}`, { count: files.length })}</Typography>
          )}
          {isSearch && entries.length > 0 && (
            <Box role="status">{t('web.share.found', { count: entries.length })}</Box>
          )}
        </FileToolbar>
      )}
      {preview.path !== null && !opened && <Notice>{t('web.share.fileGone', { path: preview.path })}</Notice>}
      {selection && (
        <OpenedPart onClose={end}>
          <SelectionBar shareId={share.id} selection={selection} onEnd={end} />
        </OpenedPart>
      )}
      {isSearch && entries.length === 0 ? (
        <PartBoundary fallback={null}>
          <NoHits search={search} onClear={() => setSearch('')} />
        </PartBoundary>
      ) : view === 'gallery' ? (
        // Until its code is there, the whole list is blank: what is below would move.
        <PartBoundary>
          <Gallery key={folder} {...list} />
        </PartBoundary>
      ) : (
        <EntryList key={folder} {...list} sorting={sorting} onSort={setSorting} />
      )}
      {opened && (
        <OpenedPart onClose={preview.close}>
          <PreviewDialog
            shareId={share.id}
            files={shownFiles.includes(opened) ? shownFiles : [opened]}
            file={opened}
            hasDirectLinks={share.hasDirectLinks}
            onShow={({ path }) => preview.show(path)}
            onClose={preview.close}
            onFailure={reload}
          />
        </OpenedPart>
      )}
    </Box>
  );
}

interface FolderDownloadProps {
  share: ListedShare;
  path: string;
}

/** The files of the folder that is shown; the whole share is downloaded above. */
function FolderDownload({ share, path }: FolderDownloadProps) {
  const { t } = useTranslator();
  return (
    <Button
      component="a"
      href={client.archiveUrl(share.id, { folder: path })}
      download
      variant="outlined"
      startIcon={<Icon icon={downloadIcon} size={20} />}
    >
      {t('web.share.downloadFolder')}
    </Button>
  );
}

interface Wanted {
  /** The folder in the address. A folder that does not exist is replaced with the first one. */
  folder: string | null;
  /** The file that is shown over the list */
  file: string | null;
  search: string;
  sorting: Sorting;
}

/** The entries of one folder, or the search results of all. */
function useEntries(files: readonly ShareFile[], { folder, file, search, sorting }: Wanted) {
  const { locale } = useTranslator();
  const tree = useMemo(() => buildFileTree(files), [files]);
  const start = useMemo(() => findStart(tree), [tree]);
  // A link to a file shows the file over its folder.
  const wanted = folder ?? parentOf(file ?? '');
  const shown = tree.has(wanted) && wanted.startsWith(start) ? wanted : start;
  const words = useDeferredValue(search.trim());
  const isSearch = words !== '';
  const entries = useMemo<Entry[]>(() => {
    const unsorted = isSearch ? searchFiles(files, words) : (tree.get(shown) ?? []);
    return sortEntries(unsorted, sorting, locale);
  }, [files, words, isSearch, tree, shown, sorting, locale]);
  return { entries, folder: shown, start, isSearch };
}

interface GallerySortProps {
  sorting: Sorting;
  onSort(sorting: Sorting): void;
}

const choices = [
  { key: 'name', isDescending: false, label: 'web.share.sortName' },
  { key: 'name', isDescending: true, label: 'web.share.sortNameBack' },
  { key: 'size', isDescending: true, label: 'web.share.sortLargest' },
  { key: 'size', isDescending: false, label: 'web.share.sortSmallest' },
] as const;

/** Sorts the gallery, which has no column headers. */
function GallerySort({ sorting, onSort }: GallerySortProps) {
  const { t } = useTranslator();
  const chosen = choices.findIndex(
    ({ key, isDescending }) => key === sorting.key && isDescending === sorting.isDescending,
  );
  return (
    <NativeSelect
      aria-label={t('web.share.sort')}
      value={chosen}
      onChange={({ target }) => {
        const choice = choices[Number(target.value)];
        if (choice) onSort({ key: choice.key, isDescending: choice.isDescending });
      }}
    >
      {choices.map(({ label }, index) => (
        <option key={label} value={index}>
          {t(label)}
        </option>
      ))}
    </NativeSelect>
  );
}
