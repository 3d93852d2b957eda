import type { DayFigures } from '#sdk/contract/statistics.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';

const columns = [
  { label: 'web.admin.overview.columnStored', isNumeric: true },
  { label: 'web.admin.overview.columnShares', isNumeric: true },
  { label: 'web.admin.overview.columnUploads', isNumeric: true },
  { label: 'web.admin.overview.columnUploadedBytes', isNumeric: true },
  { label: 'web.admin.overview.columnDownloads', isNumeric: true },
] as const satisfies readonly Column[];

interface Props {
  figures: readonly DayFigures[];
  /** Days that a row stands for. */
  step: number;
}

/** What the plots draw, in figures: the newest first. */
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
    <DataTable label="web.admin.overview.figures" columns={[{ label: dayColumn }, ...columns]}>
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
