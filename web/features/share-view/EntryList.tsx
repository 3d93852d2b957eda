import Box from '@mui/material/Box';
import { useTranslator } from '../../lib/i18n.tsx';
import { useRowWindow } from '../../ui/use-row-window.ts';
import { fileRowHeight } from './EntryRow.tsx';
import { FileListHeader } from './FileListHeader.tsx';
import { FileRow } from './FileRow.tsx';
import { FolderRow } from './FolderRow.tsx';
import type { Entry, Sorting } from './file-tree.ts';
import type { ListedShare } from './listed-share.ts';
import type { Selection } from './use-selection.ts';

interface Props {
  share: ListedShare;
  entries: readonly Entry[];
  selection: Selection | undefined;
  /** Files of many folders stand in one list. */
  showsFolders: boolean;
  sorting: Sorting;
  onSort(sorting: Sorting): void;
}

/** Draws only the rows in sight: a folder of ten thousand files scrolls like one of ten. */
export function EntryList({ share, entries, selection, showsFolders, sorting, onSort }: Props) {
  const { t } = useTranslator();
  const { ref, height, first, end } = useRowWindow<HTMLDivElement>(entries.length, fileRowHeight);
  return (
    <Box role="table" aria-label={t('web.share.files')} aria-rowcount={entries.length + 1} sx={tableStyle}>
      <FileListHeader sorting={sorting} onSort={onSort} />
      <Box ref={ref} role="rowgroup" sx={{ position: 'relative' }} style={{ height }}>
        {entries.slice(first, end).map((entry, index) => {
          const row = first + index;
          // The header is row 1.
          const place = { rowIndex: row + 2, top: row * fileRowHeight, selection };
          return entry.kind === 'folder' ? (
            <FolderRow key={entry.path} folder={entry} {...place} />
          ) : (
            <FileRow key={entry.path} share={share} file={entry.file} showsFolder={showsFolders} {...place} />
          );
        })}
      </Box>
    </Box>
  );
}

const tableStyle = {
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.6,
  bgcolor: 'background.paper',
  overflow: 'clip',
} as const;
