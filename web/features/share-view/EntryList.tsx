import Box from '@mui/material/Box';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import { FileRow, fileRowHeight, FolderRow } from './FileRow.tsx';
import type { Entry } from './file-tree.ts';

interface Props {
  shareId: string;
  entries: readonly Entry[];
}

/** Draws only the rows in sight: a folder of ten thousand files scrolls like one of ten. */
export function EntryList({ shareId, entries }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => setOffset(list.current?.offsetTop ?? 0), []);
  const virtualizer = useWindowVirtualizer({
    count: entries.length,
    estimateSize: () => fileRowHeight,
    overscan: 12,
    scrollMargin: offset,
  });

  return (
    <Box ref={list} role="rowgroup" sx={{ position: 'relative', height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map((item) => {
        const entry = entries[item.index];
        if (!entry) return null;
        const place = { rowIndex: item.index + 2, top: item.start - offset };
        return entry.kind === 'folder' ? (
          <FolderRow key={entry.path} folder={entry} {...place} />
        ) : (
          <FileRow key={entry.path} shareId={shareId} file={entry.file} {...place} />
        );
      })}
    </Box>
  );
}
