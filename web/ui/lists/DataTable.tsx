import Box from '@mui/material/Box';
import type { SxProps } from '@mui/material/styles';
import type { ReactNode } from 'react';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { visuallyHidden } from '../layout/visually-hidden.ts';
import { tableStyle } from './table-style.ts';

export interface Column {
  label: MessageKey;
  isNumeric?: boolean;
}

interface Props {
  label: MessageKey;
  columns: readonly Column[];
  /** The name of a last column for buttons, whose header is not visible */
  lastColumn?: MessageKey;
  sx?: SxProps;
  /** The rows. */
  children: ReactNode;
}

/** A table on wide screens, and on a phone a list with two lines for each row: see `table-style.ts`. */
export function DataTable({ label, columns, lastColumn, sx = {}, children }: Props) {
  const { t } = useTranslator();
  return (
    <Box component="table" role="table" aria-label={t(label)} sx={[tableStyle, sx].flat()}>
      <Box component="thead" role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column.label} role="columnheader" scope="col" data-numeric={column.isNumeric}>
              {t(column.label)}
            </th>
          ))}
          {lastColumn && (
            <th role="columnheader" scope="col">
              <Box component="span" sx={visuallyHidden}>
                {t(lastColumn)}
              </Box>
            </th>
          )}
        </tr>
      </Box>
      <Box component="tbody" role="rowgroup">
        {children}
      </Box>
    </Box>
  );
}
