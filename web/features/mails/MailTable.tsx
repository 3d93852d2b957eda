import type { Mail } from '#sdk/contract/mails.js';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { MailRow } from './MailRow.tsx';

const columns: readonly Column[] = [
  { label: 'web.admin.mails.columnRecipient' },
  { label: 'web.admin.mails.columnKind' },
  { label: 'web.admin.mails.columnState' },
  { label: 'web.admin.mails.columnAttempts', isNumeric: true },
  { label: 'web.admin.mails.columnCreated' },
  { label: 'web.admin.mails.columnNext' },
];

export function MailTable({ mails }: { mails: readonly Mail[] }) {
  return (
    <DataTable label="web.admin.mails.title" columns={columns} sx={onPhoneStyle}>
      {mails.map((mail) => (
        <MailRow key={mail.id} mail={mail} />
      ))}
    </DataTable>
  );
}

/** The last column is a value as all others, no place for buttons. */
const onPhoneStyle = {
  '@media (max-width: 899.95px)': { '& td:last-of-type': { display: 'contents' } },
} as const;
