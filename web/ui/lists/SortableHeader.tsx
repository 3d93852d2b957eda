import ButtonBase from '@mui/material/ButtonBase';
import { ArrowDown as arrowDownIcon, ArrowUp as arrowUpIcon } from 'lucide';
import { layout } from '../../app/theme.ts';
import { Icon } from '../icons/Icon.tsx';

interface Props {
  label: string;
  /** Missing when the table is sorted by another column */
  direction: 'ascending' | 'descending' | undefined;
  /** Numbers are aligned to the end of their column. */
  isNumeric?: boolean;
  onSort(): void;
}

/** The header of a sortable column. */
export function SortableHeader({ label, direction, isNumeric = false, onSort }: Props) {
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={direction ?? 'none'}
      {...(isNumeric && { 'data-numeric': true })}
    >
      <ButtonBase
        onClick={onSort}
        sx={{
          gap: 0.5,
          flexDirection: isNumeric ? 'row-reverse' : 'row',
          minHeight: layout.touchTarget,
          my: -1.5,
          px: 0.75,
          mx: -0.75,
          borderRadius: 0.8,
          font: 'inherit',
          fontWeight: direction ? 600 : 500,
          color: direction ? 'text.primary' : 'inherit',
          '&:hover': { color: 'text.primary' },
          '& svg': { visibility: direction ? 'visible' : 'hidden' },
          '&:hover svg, &:focus-visible svg': { visibility: 'visible' },
        }}
      >
        {label}
        <Icon icon={direction === 'descending' ? arrowDownIcon : arrowUpIcon} size={16} />
      </ButtonBase>
    </th>
  );
}
