import Box from '@mui/material/Box';
import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react';
import { useTranslator } from '../../../lib/i18n.tsx';
import { useVirtualRows } from '../../../ui/lists/use-virtual-rows.ts';
import type { Entry } from './file-tree.ts';
import { GalleryTile } from './GalleryTile.tsx';
import type { ListedShare } from './listed-share.ts';
import type { Selection } from './use-selection.ts';

interface Props {
  share: ListedShare;
  entries: readonly Entry[];
  selection: Selection | undefined;
}

/** A row of tiles is high, and each tile may load a picture. */
const extraRows = 1;

/** Tiles with pictures; only the visible rows are rendered. */
export function Gallery({ share, entries, selection }: Props) {
  const { t } = useTranslator();
  const { ref: frame, columns, rowHeight, placeOf } = useGrid();
  const rows = Math.ceil(entries.length / columns);
  const { ref, height, first, end } = useVirtualRows<HTMLUListElement>(rows, rowHeight, extraRows);
  const start = first * columns;
  return (
    <Box ref={frame}>
      <Box
        component="ul"
        ref={ref}
        aria-label={t('web.share.files')}
        sx={{ position: 'relative', m: 0, p: 0, listStyle: 'none' }}
        style={{ height }}
      >
        {entries.slice(start, end * columns).map((entry, index) => (
          <Box
            component="li"
            key={entry.path}
            aria-setsize={entries.length}
            aria-posinset={start + index + 1}
            sx={{ position: 'absolute', left: 0, top: 0 }}
            style={placeOf(start + index)}
          >
            <GalleryTile share={share} entry={entry} selection={selection} />
          </Box>
        ))}
      </Box>
    </Box>
  );
}

const narrowestTile = 150;
const gap = 14;
const widthOfDesktop = 1120;
/** Name and size below the picture */
const captionHeight = 48;

/** Square tiles, in as many columns as the width allows. */
function useGrid() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(widthOfDesktop);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth || widthOfDesktop));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const columns = Math.max(2, Math.floor((width + gap) / (narrowestTile + gap)));
  const side = (width - gap * (columns - 1)) / columns;
  const rowHeight = Math.round(side) + captionHeight + gap;
  const placeOf = (index: number): CSSProperties => {
    const left = (index % columns) * (side + gap);
    const top = Math.floor(index / columns) * rowHeight;
    return { width: side, height: rowHeight - gap, transform: `translate(${left}px, ${top}px)` };
  };
  return { ref, columns, rowHeight, placeOf };
}
