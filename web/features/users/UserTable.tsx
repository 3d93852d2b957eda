import type { ManagedUser } from '#sdk/contract/users.js';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { UserRow } from './UserRow.tsx';
import type { UserAction } from './use-users.ts';

interface Props {
  users: readonly ManagedUser[];
  onAsk(user: ManagedUser, what: UserAction | 'edit'): void;
}

const columns: readonly Column[] = [
  { label: 'web.admin.users.columnUser' },
  { label: 'web.admin.users.columnStatus' },
  { label: 'web.admin.users.columnTotp' },
  { label: 'web.admin.users.columnShares', isNumeric: true },
  { label: 'web.admin.users.columnStorage', isNumeric: true },
  { label: 'web.admin.users.columnLastSignIn' },
];

export function UserTable({ users, onAsk }: Props) {
  return (
    <DataTable label="web.admin.users.title" columns={columns} lastColumn="web.share.columnActions">
      {users.map((user) => (
        <UserRow key={user.id} user={user} onAsk={(what) => onAsk(user, what)} />
      ))}
    </DataTable>
  );
}
