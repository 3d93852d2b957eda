import { mdiMagnify } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useDeferredValue, useState } from 'react';
import type { ManagedUser } from '#sdk/contract/users.js';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { CreateUserDialog } from './CreateUserDialog.tsx';
import { EditUserDialog } from './EditUserDialog.tsx';
import { UserActionDialog } from './UserActionDialog.tsx';
import { UserTable } from './UserTable.tsx';
import { type UserAction, useUsers } from './use-users.ts';

/** What is asked about a user. */
type Asked = { user: ManagedUser; what: UserAction | 'edit' };

export function UsersPage() {
  const translator = useTranslator();
  const { t } = translator;
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
      {list.isPending && <TableSkeleton />}
      {list.isError && <FormError>{describeError(translator, list.error)}</FormError>}
      {list.data && (
        <Box role="status" sx={{ typography: 'body2', color: 'text.secondary' }}>
          {users.length === 0
            ? t('web.admin.users.noneFound', { search })
            : t('web.admin.users.count', { count: list.data.pages[0]?.total ?? users.length })}
        </Box>
      )}
      {users.length > 0 && <UserTable users={users} onAsk={(user, what) => setAsked({ user, what })} />}
      {list.hasNextPage && (
        <MoreButton isBusy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      )}
      {isCreating && <CreateUserDialog onClose={() => setCreating(false)} />}
      {asked?.what === 'edit' && <EditUserDialog user={asked.user} onClose={close} />}
      {asked && asked.what !== 'edit' && (
        <UserActionDialog user={asked.user} action={asked.what} onClose={close} />
      )}
    </Box>
  );
}
