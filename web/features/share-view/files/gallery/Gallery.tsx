import Box from '@mui/material/Box';
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { layout } from '../../../../app/theme.ts';
import { forward } from '../../../../lib/direction.ts';
import { useTranslator } from '../../../../lib/i18n.tsx';
import { ratioOf } from '../../pictures.ts';
import type { Selection } from '../create-selection.tsx';
import type { Entry } from '../file-tree.ts';
import type { ListedShare } from '../listed-share.ts';
import { GalleryTile } from './GalleryTile.tsx';
import { justifyRows } from './justified-rows.ts';
import { useVisibleRows } from './use-visible-rows.ts';

export interface Props {
  share: ListedShare;
  entries: readonly Entry[];
  selection: Selection | undefined;
}

/** Pictures in rows that fill the width, each in its own proportions; only the visible rows are rendered. */
export function Gallery({ share, entries, selection }: Props) {
  const { t } = useTranslator();
  const list = useRef<HTMLUListElement>(null);
  const width = useWidth(list);
  const rows = useMemo(() => justifyRows(entries.map(tileRatioOf), spaceOf(width)), [entries, width]);
  const last = rows.at(-1);
  return (
    <Box
      component="ul"
      ref={list}
      aria-label={t('web.share.files')}
      sx={listStyle}
      style={{ height: last ? last.top + last.height : 0 }}
    >
      {useVisibleRows(list, rows).flatMap(({ top, height, items }) =>
        items.map(({ index, left, width: tileWidth }) => {
          const entry = entries[index];
          return (
            entry && (
              <Box
                component="li"
                key={entry.path}
                aria-setsize={entries.length}
                aria-posinset={index + 1}
                sx={{ position: 'absolute', left: 0, top: 0 }}
                style={{ width: tileWidth, height, transform: `translate(${forward() * left}px, ${top}px)` }}
              >
                <GalleryTile share={share} entry={entry} selection={selection} />
              </Box>
            )
          );
        }),
      )}
    </Box>
  );
}

/** Extreme proportions are cut: a tile has to be seen and pressed. */
const [narrowest, widest] = [0.5, 3];

function tileRatioOf(entry: Entry): number {
  if (entry.kind === 'folder' || !entry.file.thumbnail) return 1;
  return Math.min(widest, Math.max(narrowest, ratioOf(entry.file)));
}

/** On wide screens, on those in between, and on phones. */
function spaceOf(width: number) {
  if (width > 1100) return { width, rowHeight: 264, gap: 8 };
  return width > 640 ? { width, rowHeight: 200, gap: 8 } : { width, rowHeight: 128, gap: 4 };
}

/** Measured before the first frame: tiles of another width would widen the page of a phone. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const measure = () => setWidth(current.clientWidth || layout.contentWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** On phones the pictures come close to the edges of the screen. */
const listStyle = { position: 'relative', m: 0, mx: { xs: -1, sm: 0 }, p: 0, listStyle: 'none' } as const;
