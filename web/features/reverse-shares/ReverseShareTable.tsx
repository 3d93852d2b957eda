import type { ReverseShare } from '#sdk/contract/reverse-shares.js';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ReverseShareRow } from './ReverseShareRow.tsx';

const columns: readonly Column[] = [
  { label: 'web.reverseShares.columnName' },
  { label: 'web.reverseShares.columnState' },
  { label: 'web.reverseShares.columnReceived', isNumeric: true },
  { label: 'web.reverseShares.columnUses', isNumeric: true },
  { label: 'web.reverseShares.columnEnds' },
];

export function ReverseShareTable({ reverseShares }: { reverseShares: readonly ReverseShare[] }) {
  return (
    <DataTable label="web.reverseShares.title" columns={columns} lastColumn="web.share.columnActions">
      {reverseShares.map((reverseShare) => (
        <ReverseShareRow key={reverseShare.id} reverseShare={reverseShare} />
      ))}
    </DataTable>
  );
}
