import Box from '@mui/material/Box';
import type { DayFigures } from '#sdk/contract/statistics.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { type Column, DataTable } from '../../ui/lists/DataTable.tsx';
import { listScreen } from '../../ui/lists/table-style.ts';

const columns = [
  { label: 'web.admin.overview.columnStored', isNumeric: true },
  { label: 'web.admin.overview.columnShares', isNumeric: true },
  { label: 'web.admin.overview.columnUploads', isNumeric: true },
  { label: 'web.admin.overview.columnUploadedBytes', isNumeric: true },
  { label: 'web.admin.overview.columnDownloads', isNumeric: true },
] as const satisfies readonly Column[];

interface Props {
  figures: readonly DayFigures[];
  /** Days per row */
  step: number;
}

/** The numbers of all plots, newest first. */
export function FiguresTable({ figures, step }: Props) {
  const { t } = useTranslator();
  const format = useFormat();
  const dayColumn = step === 1 ? 'web.admin.overview.columnDay' : 'web.admin.overview.columnWeek';
  const valuesOf = (day: DayFigures): readonly string[] => [
    day.storedBytes === null ? '–' : format.bytes(day.storedBytes),
    format.number(day.shares),
    format.number(day.uploads),
    format.bytes(day.uploadedBytes),
    format.number(day.downloads),
  ];
  return (
    <DataTable
      label="web.admin.overview.figures"
      columns={[{ label: dayColumn }, ...columns]}
      sx={tableInCardStyle}
    >
      {figures.toReversed().map((row) => (
        <tr key={row.day} role="row">
          <td role="rowheader" data-name style={{ fontWeight: 600 }}>
            {format.day(row.day)}
            <Box data-summary sx={{ fontWeight: 430 }}>
              {[
                t('web.admin.overview.sharesSummary', { count: row.shares }),
                t('web.admin.overview.downloads', { count: row.downloads }),
              ].join(' · ')}
            </Box>
          </td>
          {valuesOf(row).map((value, index) => (
            <td key={columns[index]?.label} role="cell" data-numeric data-end={index === 0 || undefined}>
              {value}
            </td>
          ))}
        </tr>
      ))}
    </DataTable>
  );
}

/** The card around it has the frame. */
const tableInCardStyle = {
  border: { xs: 0, md: 0 },
  borderRadius: 0,
  '& td': { height: { md: 48 }, borderTop: { md: 1 }, borderColor: { md: 'divider' } },
  '& td:first-of-type, & th:first-of-type': { pl: { md: 2.75 } },
  '& td:last-of-type, & th:last-of-type': { pr: { md: 2.75 } },
  [listScreen]: {
    '& tbody': { border: 0, borderTop: '1px solid', borderColor: 'divider', borderRadius: 0 },
    '& tbody tr': { px: 2.25 },
  },
} as const;
