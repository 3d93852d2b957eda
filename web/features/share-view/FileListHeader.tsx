import { mdiArrowDown, mdiArrowUp } from '@mdi/js';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { layout } from '../../app/theme.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import { entryColumns } from './EntryRow.tsx';
import type { Sorting, SortKey } from './file-tree.ts';

interface Props {
  sorting: Sorting;
  onSort(sorting: Sorting): void;
}

export function FileListHeader({ sorting, onSort }: Props) {
  const { t } = useTranslator();
  const column = (key: SortKey, label: string) => (
    <SortableColumn
      label={label}
      isEnd={key === 'size'}
      direction={sorting.key !== key ? undefined : sorting.isDescending ? 'descending' : 'ascending'}
      onClick={() => onSort({ key, isDescending: sorting.key === key && !sorting.isDescending })}
    />
  );
  return (
    <Box role="rowgroup">
      <Box
        role="row"
        aria-rowindex={1}
        sx={{ ...entryColumns, minHeight: layout.touchTarget, borderBottom: 1, borderColor: 'divider' }}
      >
        {column('name', t('web.share.columnName'))}
        {column('size', t('web.share.columnSize'))}
        <Box role="columnheader" sx={visuallyHidden}>
          {t('web.share.columnActions')}
        </Box>
      </Box>
    </Box>
  );
}

interface ColumnProps {
  label: string;
  /** Stands at the end of its column, as the numbers below do. */
  isEnd: boolean;
  direction: 'ascending' | 'descending' | undefined;
  onClick(): void;
}

function SortableColumn({ label, isEnd, direction, onClick }: ColumnProps) {
  return (
    <Box role="columnheader" aria-sort={direction ?? 'none'} sx={{ justifySelf: isEnd ? 'end' : 'start' }}>
      <ButtonBase
        onClick={onClick}
        sx={{
          gap: 0.5,
          flexDirection: isEnd ? 'row-reverse' : 'row',
          minHeight: layout.touchTarget,
          px: 1,
          mx: -1,
          borderRadius: 0.8,
          typography: 'body2',
          fontWeight: direction ? 600 : 500,
          color: direction ? 'text.primary' : 'text.secondary',
          '&:hover': { color: 'text.primary' },
        }}
      >
        {label}
        <Icon
          path={direction === 'descending' ? mdiArrowDown : mdiArrowUp}
          size={16}
          sx={{ visibility: direction ? 'visible' : 'hidden' }}
        />
      </ButtonBase>
    </Box>
  );
}
