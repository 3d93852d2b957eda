import Box from '@mui/material/Box';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ShareFile } from '#sdk/contract/files.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { EntryList } from './EntryList.tsx';
import { FileListHeader } from './FileListHeader.tsx';
import { buildFileTree, type Sorting, sortEntries } from './file-tree.ts';

interface Props {
  shareId: string;
  files: readonly ShareFile[];
}

/** One folder of the share at a time. The folder stands in the address, so that back and reload keep it. */
export function FileBrowser({ shareId, files }: Props) {
  const { t, locale } = useTranslator();
  const [search] = useSearchParams();
  const [sorting, setSorting] = useState<Sorting>({ key: 'name', isDescending: false });
  const tree = useMemo(() => buildFileTree(files), [files]);
  const wanted = search.get('folder') ?? '';
  const folder = tree.has(wanted) ? wanted : '';
  const entries = useMemo(
    () => sortEntries(tree.get(folder) ?? [], sorting, locale),
    [tree, folder, sorting, locale],
  );

  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {tree.size > 1 && <Breadcrumbs path={folder} />}
      <Box
        role="table"
        aria-label={t('web.share.files')}
        aria-rowcount={entries.length + 1}
        sx={{
          border: 1,
          borderColor: 'divider',
          borderRadius: 1.6,
          bgcolor: 'background.paper',
          overflow: 'clip',
        }}
      >
        <FileListHeader sorting={sorting} onSort={setSorting} />
        <EntryList key={folder} shareId={shareId} entries={entries} />
      </Box>
    </Box>
  );
}
