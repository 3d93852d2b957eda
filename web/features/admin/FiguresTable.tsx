import type { DayFigures } from '#sdk/contract/statistics.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { type Column, DataTable } from '../../ui/lists/DataTable.tsx';

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
          <td role="rowheader" data-full style={{ fontWeight: 600 }}>
            {format.day(row.day)}
          </td>
          {valuesOf(row).map((value, index) => (
            <td
              key={columns[index]?.label}
              role="cell"
              data-label={t(columns[index]?.label ?? dayColumn)}
              data-numeric
            >
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
  p: { xs: 1.5, md: 0 },
  pt: { xs: 0 },
  '& td': { height: { md: 48 }, borderTop: 1, borderColor: 'divider' },
  '& td:first-of-type, & th:first-of-type': { pl: { md: 2.75 } },
  '& td:last-of-type, & th:last-of-type': { pr: { md: 2.75 } },
} as const;
