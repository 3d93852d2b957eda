import { mdiMagnify } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useDeferredValue, useState } from 'react';
import { CreateUser, type ManagedUser } from '#sdk/contract/users.js';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useConfig } from '../../lib/config.tsx';
import { useContractForm } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { FormError } from '../../ui/feedback/FormError.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { PasswordInput } from '../../ui/fields/PasswordInput.tsx';
import { SearchInput } from '../../ui/fields/SearchInput.tsx';
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { type Column, DataTable } from '../../ui/lists/DataTable.tsx';
import { MoreButton } from '../../ui/lists/MoreButton.tsx';
import { TableSkeleton } from '../../ui/lists/TableSkeleton.tsx';
import { EditUserDialog } from './EditUserDialog.tsx';
import { IdentityFields } from './IdentityFields.tsx';
import { QuotaField } from './QuotaField.tsx';
import { UserActionDialog } from './UserActionDialog.tsx';
import { UserRow } from './UserRow.tsx';
import { type UserAction, useCreateUser, useUsers } from './use-users.ts';
import { userErrorFields } from './user-error-fields.ts';

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

const empty: CreateUser = { username: '', email: '', password: '', isAdmin: false, quota: null };

/** Creates a user with a password, or without one and mails an invitation. */
export function CreateUserDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslator();
  const { notify } = useNotifier();
  const sendsMail = useConfig()('smtp.enabled');
  const [hasPassword, setHasPassword] = useState(!sendsMail);
  const form = useContractForm(CreateUser, empty, userErrorFields);
  const create = useCreateUser();

  const handleSubmit = form.handleSubmit(async (body) => {
    if (hasPassword && body.password === undefined) {
      form.setError('password', { message: 'required' }, { shouldFocus: true });
      return;
    }
    await create.mutateAsync(body, {
      onSuccess: ({ username, email }) => {
        onClose();
        const done = hasPassword ? 'web.admin.users.created' : 'web.admin.users.createdInvited';
        notify(t(done, { name: username, email }), 'success');
      },
      onError: form.showServerIssues,
    });
  });

  return (
    <FormDialog
      isLong
      title={t('web.admin.users.createTitle')}
      submitLabel={t(hasPassword ? 'web.admin.users.createConfirm' : 'web.admin.users.createInvite')}
      isPending={create.isPending}
      error={form.generalProblem(create.error)}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <IdentityFields field={form.field} />
      <Checkbox
        label={t('web.admin.users.setPassword')}
        hint={t(sendsMail ? 'web.admin.users.setPasswordHint' : 'web.admin.users.setPasswordNoMail')}
        checked={hasPassword}
        disabled={!sendsMail}
        onChange={({ currentTarget }) => {
          form.resetField('password');
          setHasPassword(currentTarget.checked);
        }}
      />
      {hasPassword && (
        <PasswordInput
          {...form.field('password')}
          label={t('web.admin.users.password')}
          hint={t('web.common.passwordRule')}
          autoComplete="new-password"
        />
      )}
      <QuotaField
        value={null}
        error={form.field('quota').error}
        onChange={(value) => form.setValue('quota', value, { shouldValidate: true })}
      />
      <Checkbox
        {...form.register('isAdmin')}
        label={t('web.admin.users.isAdminLabel')}
        hint={t('web.admin.users.isAdminHint')}
      />
    </FormDialog>
  );
}
