import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Search as searchIcon } from 'lucide';
import { useDeferredValue, useState } from 'react';
import type { ManagedUser } from '#sdk/contract/users.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { SearchInput } from '../../ui/fields/SearchInput.tsx';
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts';
import { Dock, dockedButtonStyle } from '../../ui/layout/Dock.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { type Column, DataTable } from '../../ui/lists/DataTable.tsx';
import { MoreButton } from '../../ui/lists/MoreButton.tsx';
import { QueryStatus } from '../../ui/lists/QueryStatus.tsx';
import { UserActionDialog } from './UserActionDialog.tsx';
import { CreateUserDialog, EditUserDialog } from './UserDialog.tsx';
import { UserRow } from './UserRow.tsx';
import { type UserAction, useUsers } from './use-users.ts';

/** An action on a user that waits for its dialog. */
type Requested = { user: ManagedUser; action: UserAction | 'edit' };

export function UsersPage() {
  const { t } = useTranslator();
  useDocumentTitle(t('web.admin.users.title'));
  const [search, setSearch] = useState('');
  const list = useUsers(useDeferredValue(search.trim()));
  const [isCreating, setCreating] = useState(false);
  const [requested, setRequested] = useState<Requested | null>(null);
  const users = list.data?.pages.flatMap((page) => page.users) ?? [];
  const close = () => setRequested(null);

  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { xs: 1.5, md: 2.25 } }}>
      <PageHeader title={t('web.admin.users.title')}>
        <SearchInput
          label={t('web.admin.users.search')}
          icon={searchIcon}
          value={search}
          onChange={setSearch}
        />
        <Dock>
          <Button
            variant="contained"
            color="primary"
            onClick={() => setCreating(true)}
            sx={dockedButtonStyle}
          >
            {t('web.admin.users.create')}
          </Button>
        </Dock>
      </PageHeader>
      <QueryStatus query={list} />
      {list.data && (
        <Box role="status" sx={{ typography: 'body2', color: 'text.secondary' }}>
          {users.length === 0
            ? t('web.admin.users.noneFound', { search })
            : t('web.admin.users.count', { count: list.data.pages[0]?.total ?? users.length })}
        </Box>
      )}
      {users.length > 0 && (
        <UserTable users={users} onAction={(user, action) => setRequested({ user, action })} />
      )}
      <MoreButton list={list} />
      {isCreating && <CreateUserDialog onClose={() => setCreating(false)} />}
      {requested?.action === 'edit' && <EditUserDialog user={requested.user} onClose={close} />}
      {requested && requested.action !== 'edit' && (
        <UserActionDialog user={requested.user} action={requested.action} onClose={close} />
      )}
    </Box>
  );
}

interface Props {
  users: readonly ManagedUser[];
  onAction(user: ManagedUser, action: UserAction | 'edit'): void;
}

const columns: readonly Column[] = [
  { label: 'web.admin.users.columnUser' },
  { label: 'web.admin.users.columnStatus' },
  { label: 'web.admin.users.columnTotp' },
  { label: 'web.admin.users.columnShares', isNumeric: true },
  { label: 'web.admin.users.columnStorage', isNumeric: true },
  { label: 'web.admin.users.columnLastSignIn' },
];

function UserTable({ users, onAction }: Props) {
  return (
    <DataTable label="web.admin.users.title" columns={columns} lastColumn="web.share.columnActions">
      {users.map((user) => (
        <UserRow key={user.id} user={user} onAction={(action) => onAction(user, action)} />
      ))}
    </DataTable>
  );
}
