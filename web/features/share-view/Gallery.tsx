import Box from '@mui/material/Box';
import { useTranslator } from '../../lib/i18n.tsx';
import { useVirtualRows } from '../../ui/lists/use-virtual-rows.ts';
import type { Entry } from './file-tree.ts';
import { GalleryTile } from './GalleryTile.tsx';
import type { ListedShare } from './listed-share.ts';
import { useGrid } from './use-grid.ts';
import type { Selection } from './use-selection.ts';

interface Props {
  share: ListedShare;
  entries: readonly Entry[];
  selection: Selection | undefined;
}

/** A row of tiles is high, and each tile may load a picture. */
const extraRows = 1;

/** Tiles with pictures; only the rows in sight are drawn. */
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
