import type { AuditEntry } from '#sdk/contract/audit.js';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { AuditRow } from './AuditRow.tsx';

const columns: readonly Column[] = [
  { label: 'web.admin.audit.columnAction' },
  { label: 'web.admin.audit.columnTime' },
  { label: 'web.admin.audit.columnActor' },
  { label: 'web.admin.audit.columnSubject' },
  { label: 'web.admin.audit.columnResult' },
  { label: 'web.admin.audit.columnAddress' },
];

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <DataTable
      label="web.admin.audit.title"
      columns={columns}
      lastColumn="web.admin.audit.columnDetails"
      sx={openRowStyle}
    >
      {entries.map((entry) => (
        <AuditRow key={entry.id} entry={entry} />
      ))}
    </DataTable>
  );
}

/** The details belong to the row above: no line between them, and on a phone one card. */
const openRowStyle = {
  '& tbody tr[data-details]': { bgcolor: 'background.paper' },
  '& tr[data-details] td[data-full]': { borderTop: 0, pt: { md: 1 }, pb: { md: 2.5 } },
  '@media (max-width: 899.95px)': {
    '& tbody tr[data-open=true]': { borderBottom: 0, borderBottomLeftRadius: 0, borderBottomRightRadius: 0 },
    '& tbody tr[data-details]': {
      mt: -1.5,
      pt: 0,
      borderTop: 0,
      borderTopLeftRadius: 0,
      borderTopRightRadius: 0,
    },
  },
} as const;
