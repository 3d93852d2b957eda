import { mdiMagnify } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useDeferredValue, useState } from 'react';
import type { ManagedUser } from '#sdk/contract/users.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { SearchInput } from '../../ui/fields/SearchInput.tsx';
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { type Column, DataTable } from '../../ui/lists/DataTable.tsx';
import { MoreButton } from '../../ui/lists/MoreButton.tsx';
import { QueryStatus } from '../../ui/lists/QueryStatus.tsx';
import { UserActionDialog } from './UserActionDialog.tsx';
import { CreateUserDialog, EditUserDialog } from './UserDialog.tsx';
import { UserRow } from './UserRow.tsx';
import { type UserAction, useUsers } from './use-users.ts';

/** What is asked about a user. */
type Asked = { user: ManagedUser; what: UserAction | 'edit' };

export function UsersPage() {
  const { t } = useTranslator();
  useDocumentTitle(t('web.admin.users.title'));
  const [search, setSearch] = useState('');
  const list = useUsers(useDeferredValue(search.trim()));
  const [isCreating, setCreating] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const users = list.data?.pages.flatMap((page) => page.users) ?? [];
  const close = () => setAsked(null);

  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <PageHeader title={t('web.admin.users.title')}>
        <SearchInput
          label={t('web.admin.users.search')}
          icon={mdiMagnify}
          value={search}
          onChange={setSearch}
        />
        <Button variant="contained" color="primary" onClick={() => setCreating(true)}>
          {t('web.admin.users.create')}
        </Button>
      </PageHeader>
      <QueryStatus query={list} />
      {list.data && (
        <Box role="status" sx={{ typography: 'body2', color: 'text.secondary' }}>
          {users.length === 0
            ? t('web.admin.users.noneFound', { search })
            : t('web.admin.users.count', { count: list.data.pages[0]?.total ?? users.length })}
        </Box>
      )}
      {users.length > 0 && <UserTable users={users} onAsk={(user, what) => setAsked({ user, what })} />}
      <MoreButton list={list} />
      {isCreating && <CreateUserDialog onClose={() => setCreating(false)} />}
      {asked?.what === 'edit' && <EditUserDialog user={asked.user} onClose={close} />}
      {asked && asked.what !== 'edit' && (
        <UserActionDialog user={asked.user} action={asked.what} onClose={close} />
      )}
    </Box>
  );
}

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

function UserTable({ users, onAsk }: Props) {
  return (
    <DataTable label="web.admin.users.title" columns={columns} lastColumn="web.share.columnActions">
      {users.map((user) => (
        <UserRow key={user.id} user={user} onAsk={(what) => onAsk(user, what)} />
      ))}
    </DataTable>
  );
}
