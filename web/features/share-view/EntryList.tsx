import Box from '@mui/material/Box';
import { useRowWindow } from '../../ui/use-row-window.ts';
import { FileRow, FolderRow, fileRowHeight } from './FileRow.tsx';
import type { Entry } from './file-tree.ts';

interface Props {
  shareId: string;
  entries: readonly Entry[];
}

/** Draws only the rows in sight: a folder of ten thousand files scrolls like one of ten. */
export function EntryList({ shareId, entries }: Props) {
  const { ref, height, first, end } = useRowWindow<HTMLDivElement>(entries.length, fileRowHeight);
  return (
    <Box ref={ref} role="rowgroup" sx={{ position: 'relative' }} style={{ height }}>
      {entries.slice(first, end).map((entry, index) => {
        const row = first + index;
        // The header is row 1.
        const place = { rowIndex: row + 2, top: row * fileRowHeight };
        return entry.kind === 'folder' ? (
          <FolderRow key={entry.path} folder={entry} {...place} />
        ) : (
          <FileRow key={entry.path} shareId={shareId} file={entry.file} {...place} />
        );
      })}
    </Box>
  );
}
