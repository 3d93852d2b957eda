import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useTranslator } from '../../lib/i18n.tsx';
import { useVirtualRows } from '../../ui/lists/use-virtual-rows.ts';
import type { UploadSession, UploadSnapshot } from '../upload-session.ts';
import { type Opening, type Openings, openAround, rowsOf, treeOf } from './file-tree.ts';
import { ItemRow } from './ItemRow.tsx';
import { useLanding } from './use-landing.ts';

interface Props {
  snapshot: UploadSnapshot;
  session: UploadSession;
  /** Above the rows */
  head?: ReactNode;
  /** Below the rows */
  foot?: ReactNode;
  /** Nothing moves at the moment, and nobody has paused */
  isWaiting?: boolean;
}

/** Pixels */
const rowHeight = 60;

/** Rows that slide in one after another; further ones would only be late. */
const mostLanding = 10;

/** The chosen files in their folders, which open and close. Only the visible rows are rendered. */
export function FileList({ snapshot, session, head, foot, isWaiting = false }: Props) {
  return (
    <Box data-waiting={isWaiting || undefined} sx={cardStyle}>
      {head}
      <Rows snapshot={snapshot} session={session} />
      {foot}
    </Box>
  );
}

const nothing: readonly string[] = [];

function pathsOfFailed({ notable }: UploadSnapshot): string[] {
  return [...notable.values()].filter(({ state }) => state === 'failed').map(({ path }) => path);
}

function Rows({ snapshot, session }: Pick<Props, 'snapshot' | 'session'>) {
  const { files, items, stage } = snapshot;
  const isRunning = stage.kind !== 'choosing';
  const [openings, setOpenings] = useState<Openings>(new Map());
  const tree = useMemo(() => treeOf(files), [files]);
  const failed = stage.kind === 'interrupted' ? pathsOfFailed(snapshot) : nothing;
  const rows = useMemo(() => {
    // Whatever failed is in sight.
    const forced = openAround(failed);
    return rowsOf(tree, new Map([...openings, ...forced]));
  }, [tree, openings, failed]);
  const { ref, height, first, end } = useVirtualRows<HTMLUListElement>(rows.length, rowHeight);
  const isLanding = useLanding(tree);
  const handleOpen = useCallback(
    (key: string, opening: Opening) => setOpenings((before) => new Map(before).set(key, opening)),
    [],
  );
  const handleRemove = useCallback(
    (key: string, button: HTMLElement) => {
      focusNext(button);
      session.remove(key);
    },
    [session],
  );

  const shown = rows.slice(first, end);
  const landing = shown.filter(({ kind, key }) => kind === 'item' && isLanding(key)).slice(0, mostLanding);

  return (
    <Box component="ul" role="list" ref={ref} sx={listStyle} style={{ height }}>
      {shown.map((row, index) => {
        const item = items.get(row.key);
        const place = landing.indexOf(row);
        return (
          <Box
            component="li"
            key={`${row.kind} ${row.key}`}
            aria-posinset={first + index + 1}
            aria-setsize={rows.length}
            aria-level={row.depth + 1}
            data-inside={row.depth > 0 || undefined}
            data-landing={place === -1 ? undefined : ''}
            data-running={isRunning || undefined}
            style={{
              transform: `translateY(${(first + index) * rowHeight}px)`,
              paddingInlineStart: Math.min(row.depth, deepest) * indent,
              animationDelay: `${place * 20}ms`,
            }}
            sx={rowStyle}
          >
            {row.kind === 'more' && <ShowMore count={row.count} onShow={() => handleOpen(row.key, 'all')} />}
            {row.kind === 'item' && item && (
              <ItemRow
                item={item}
                file={files.get(row.key)}
                isOpen={row.opening !== 'closed'}
                isRunning={isRunning}
                onOpen={handleOpen}
                onRemove={handleRemove}
              />
            )}
          </Box>
        );
      })}
    </Box>
  );
}

function ShowMore({ count, onShow }: { count: number; onShow(): void }) {
  const { t } = useTranslator();
  return (
    <Button variant="text" color="primary" onClick={onShow} sx={{ ml: 0.5 }}>
      {t('web.upload.showMore', { count })}
    </Button>
  );
}

/** The keyboard continues at the row that takes the place of the removed one. */
function focusNext(button: HTMLElement): void {
  const own = button.closest('li');
  const rows = [...(own?.parentElement?.children ?? [])];
  const index = own ? rows.indexOf(own) : 0;
  const others = [...rows.slice(index + 1), ...rows.slice(0, index).toReversed()];
  const next = others.map((row) => row.querySelector<HTMLElement>('[data-remove]')).find((found) => found);
  next?.focus({ preventScroll: true });
}

/** Pixels for each level, and the level from which rows go no further to the side */
const indent = 36;
const deepest = 4;

const cardStyle = {
  border: 1,
  borderColor: 'divider',
  borderRadius: '20px',
  bgcolor: 'background.paper',
  overflow: 'clip',
} as const;

const listStyle = {
  position: 'relative',
  m: 0,
  p: 0,
  listStyle: 'none',
  '@keyframes land': { from: { opacity: 0, translate: 'var(--from) 0' } },
  '& > [data-landing]': {
    '--from': '-12px',
    animation: 'land 180ms ease-out backwards',
    '[dir=rtl] &': { '--from': '12px' },
  },
} as const;

const rowStyle = {
  position: 'absolute',
  inset: '0 0 auto 0',
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  height: rowHeight,
  pr: 1,
  // The figures have no room around them as buttons have.
  '&[data-running]': { pr: 2 },
  borderBottom: 1,
  borderColor: 'divider',
  '&:last-of-type': { borderBottom: 0 },
  '&:hover': { bgcolor: 'action.hover' },
  '&[data-inside]::before': {
    content: '""',
    position: 'absolute',
    insetBlock: 0,
    insetInlineStart: 33,
    width: '1px',
    bgcolor: 'paper.edge',
  },
} as const;
