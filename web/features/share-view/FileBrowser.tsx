import Box from '@mui/material/Box';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ShareFile } from '#sdk/contract/files.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { EntryList } from './EntryList.tsx';
import { FileToolbar } from './FileToolbar.tsx';
import type { Sorting } from './file-tree.ts';
import { useFileView } from './file-view.ts';
import { GallerySort } from './GallerySort.tsx';
import type { ListedShare } from './listed-share.ts';
import { usePreviewAddress } from './preview-address.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { useEntries } from './use-entries.ts';
import { useSelection } from './use-selection.ts';
import { useReloadShare } from './use-share-view.ts';

const Gallery = lazy(() => import('./Gallery.tsx').then((module) => ({ default: module.Gallery })));
const PreviewDialog = lazy(() =>
  import('../../preview/PreviewDialog.tsx').then((module) => ({ default: module.PreviewDialog })),
);

interface Props {
  share: ListedShare;
  files: readonly ShareFile[];
}

/** Fewer are seen at a glance. */
const filesToSearch = 12;

/**
 * One folder of the share at a time, or what is searched for. Folder and open file stand in the address, so that back
 * and reload keep them.
 */
export function FileBrowser({ share, files }: Props) {
  const { t } = useTranslator();
  const [address] = useSearchParams();
  const [sorting, setSorting] = useState<Sorting>({ key: 'name', isDescending: false });
  const [search, setSearch] = useState('');
  const preview = usePreviewAddress();
  const reload = useReloadShare(share.id);
  const { entries, folder, isSearch, hasFolders } = useEntries(files, {
    folder: address.get('folder'),
    file: preview.path,
    search,
    sorting,
  });
  const { view, choose } = useFileView(entries);
  const { selection, start, end } = useSelection(files);
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
          search={search}
          onSearch={files.length > filesToSearch ? setSearch : undefined}
          view={view}
          onView={choose}
          sort={view === 'gallery' && <GallerySort sorting={sorting} onSort={setSorting} />}
          onSelect={selection ? undefined : start}
        >
          {hasFolders && !isSearch && <Breadcrumbs path={folder} />}
          {isSearch && <Box role="status">{t('web.share.found', { count: entries.length })}</Box>}
        </FileToolbar>
      )}
      {preview.path !== null && !opened && <Notice>{t('web.share.fileGone', { path: preview.path })}</Notice>}
      {selection && <SelectionBar shareId={share.id} selected={selection.files} onEnd={end} />}
      {view === 'gallery' ? (
        <Suspense>
          <Gallery key={folder} {...list} />
        </Suspense>
      ) : (
        <EntryList key={folder} {...list} sorting={sorting} onSort={setSorting} />
      )}
      {opened && (
        <Suspense>
          <PreviewDialog
            shareId={share.id}
            files={shownFiles.includes(opened) ? shownFiles : [opened]}
            file={opened}
            hasDirectLinks={share.hasDirectLinks}
            onShow={({ path }) => preview.show(path)}
            onClose={preview.close}
            onFailure={reload}
          />
        </Suspense>
      )}
    </Box>
  );
}
