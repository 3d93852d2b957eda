import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { ArrowDown as arrowDownIcon, ArrowUp as arrowUpIcon, ChevronRight as chevronRightIcon } from 'lucide';
import { memo } from 'react';
import { Link } from 'react-router';
import { layout } from '../../../app/theme.ts';
import { useFormat, useTranslator } from '../../../lib/i18n.tsx';
import { FileTile } from '../../../ui/files/FileTile.tsx';
import { Icon } from '../../../ui/icons/Icon.tsx';
import { visuallyHidden } from '../../../ui/layout/visually-hidden.ts';
import { useVirtualRows } from '../../../ui/lists/use-virtual-rows.ts';
import type { Selection } from './create-selection.tsx';
import {
  EntryRow,
  entryColumns,
  fileRowHeight,
  NameCell,
  type Place,
  PlainName,
  rowsStyle,
  SizeCell,
} from './EntryRow.tsx';
import { FileRow } from './FileRow.tsx';
import type { Entry, Folder, Sorting, SortKey } from './file-tree.ts';
import type { ListedShare } from './listed-share.ts';
import { folderAddress } from './preview-address.ts';

interface Props {
  share: ListedShare;
  entries: readonly Entry[];
  selection: Selection | undefined;
  /** The list has files of several folders */
  showsFolders: boolean;
  sorting: Sorting;
  onSort(sorting: Sorting): void;
}

/** Renders only the visible rows: a folder with ten thousand files scrolls like one with ten. */
export function EntryList({ share, entries, selection, showsFolders, sorting, onSort }: Props) {
  const { t } = useTranslator();
  const { ref, height, first, end } = useVirtualRows<HTMLDivElement>(entries.length, fileRowHeight);
  return (
    <Box role="table" aria-label={t('web.share.files')} aria-rowcount={entries.length + 1} sx={tableStyle}>
      <FileListHeader sorting={sorting} onSort={onSort} />
      <Box ref={ref} role="rowgroup" sx={rowsStyle} style={{ height }}>
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

interface FolderRowProps extends Place {
  folder: Folder;
  selection: Selection | undefined;
}

const FolderRow = memo(function FolderRow({ folder, selection, ...place }: FolderRowProps) {
  const { t } = useTranslator();
  const size = useFormat().bytes(folder.size);
  const isSelected = selection?.has(folder.path);
  return (
    <EntryRow {...place} isSelected={isSelected}>
      <NameCell
        tile={<FileTile name={folder.name} type="folder" />}
        note={t('web.share.fileCount', { count: folder.fileCount })}
        size={size}
        mark={selection?.mark(folder.path, folder.name)}
      >
        {selection ? (
          <PlainName>{folder.name}</PlainName>
        ) : (
          <Link to={folderAddress(folder.path)} title={folder.name} className="name">
            {folder.name}
          </Link>
        )}
      </NameCell>
      <SizeCell>{size}</SizeCell>
      <div role="cell" aria-hidden className="tools chevron">
        {!selection && <Icon icon={chevronRightIcon} isDirectional />}
      </div>
    </EntryRow>
  );
});

interface FileListHeaderProps {
  sorting: Sorting;
  onSort(sorting: Sorting): void;
}

function FileListHeader({ sorting, onSort }: FileListHeaderProps) {
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
  /** Aligned to the end of its column, as the numbers below are */
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
          icon={direction === 'descending' ? arrowDownIcon : arrowUpIcon}
          size={16}
          sx={{ visibility: direction ? 'visible' : 'hidden' }}
        />
      </ButtonBase>
    </Box>
  );
}
