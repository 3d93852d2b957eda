import Box from '@mui/material/Box';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { Email, Username } from '#sdk/contract/formats/primitives.js';
import { type ManagedUser, UpdateUser } from '#sdk/contract/users.js';
import { paths } from '../../app/paths.ts';
import { useConfig } from '../../lib/config.tsx';
import { type ContractForm, useContractForm } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { useCurrentUser } from '../../lib/session.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { noAutocorrect } from '../../ui/fields/no-autocorrect.ts';
import { PasswordInput } from '../../ui/fields/PasswordInput.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { QuotaField } from './QuotaField.tsx';
import { useCreateUser, useUpdateUser } from './use-users.ts';

/** Other fields may be empty, and then stay unchanged. */
const UserValues = z.extend(UpdateUser, { username: Username, email: Email });
type UserValues = z.input<typeof UserValues>;

const empty: UserValues = { username: '', email: '', password: '', isAdmin: false, quota: null };

/** Creates a user with a password, or without one and mails an invitation. */
export function CreateUserDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslator();
  const { notify } = useNotifier();
  const sendsMail = useConfig()('smtp.enabled');
  const [hasPassword, setHasPassword] = useState(!sendsMail);
  const form = useUserForm(empty);
  const create = useCreateUser();

  const handleSubmit = async (body: UserValues) => {
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
    });
  };

  return (
    <UserDialog
      title={t('web.admin.users.createTitle')}
      submitLabel={t(hasPassword ? 'web.admin.users.createConfirm' : 'web.admin.users.createInvite')}
      form={form}
      quota={empty.quota ?? null}
      mutation={create}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
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
    </UserDialog>
  );
}

interface EditProps {
  user: ManagedUser;
  onClose(): void;
}

export function EditUserDialog({ user, onClose }: EditProps) {
  const { t } = useTranslator();
  const { notify } = useNotifier();
  const { username, displayName, email, isAdmin, quota, isDisabled } = user;
  const isSelf = useCurrentUser()?.id === user.id;
  const form = useUserForm({
    username,
    displayName: displayName ?? '',
    email,
    password: '',
    isAdmin,
    quota,
    isDisabled,
  });
  const update = useUpdateUser(user.id);

  const handleSubmit = async (body: UserValues) => {
    // An empty field is left out by the form.
    const changes = changesOf(user, { displayName: null, ...body });
    if (Object.keys(changes).length === 0) {
      onClose();
      return;
    }
    await update.mutateAsync(changes, {
      onSuccess: () => {
        onClose();
        notify(t('web.admin.users.saved'), 'success');
      },
    });
  };

  return (
    <UserDialog
      title={t('web.admin.users.editTitle', { name: username })}
      submitLabel={t('web.admin.users.editConfirm')}
      form={form}
      quota={quota}
      isSelf={isSelf}
      state={
        <Checkbox
          {...form.register('isDisabled')}
          label={t('web.admin.users.isDisabledLabel')}
          hint={t('web.admin.users.isDisabledHint')}
        />
      }
      mutation={update}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <TextInput
        {...form.field('displayName')}
        label={t('web.account.displayName.label')}
        aside={t('web.common.optional')}
        hint={t('web.admin.users.displayNameHint')}
        autoComplete="off"
      />
      <PasswordInput
        {...form.field('password')}
        label={t('web.admin.users.newPassword')}
        aside={t('web.common.optional')}
        hint={t('web.admin.users.newPasswordHint')}
        autoComplete="new-password"
      />
    </UserDialog>
  );
}

interface UserDialogProps extends Omit<ComponentProps<typeof FormDialog<UserValues>>, 'form'> {
  form: ContractForm<UserValues>;
  /** To begin with */
  quota: number | null;
  /** Set for the user's own account: name, address and password change on the account page, the role not at all. */
  isSelf?: boolean;
  /** Whether the account can be used */
  state?: ReactNode;
  /** More about the account, such as its password */
  children: ReactNode;
}

function UserDialog({ form, quota, isSelf = false, state, children, ...dialog }: UserDialogProps) {
  const { t } = useTranslator();
  return (
    <FormDialog isLong form={form} {...dialog}>
      {isSelf ? (
        <Box component={Link} to={paths.account}>
          {t('web.admin.users.ownIdentity')}
        </Box>
      ) : (
        <>
          <IdentityFields form={form} />
          {children}
        </>
      )}
      <QuotaField
        value={quota}
        error={form.field('quota').error}
        onChange={(value) => form.setValue('quota', value, { shouldValidate: true })}
      />
      {!isSelf && (
        <>
          <Checkbox
            {...form.register('isAdmin')}
            label={t('web.admin.users.isAdminLabel')}
            hint={t('web.admin.users.isAdminHint')}
          />
          {state}
        </>
      )}
    </FormDialog>
  );
}

function IdentityFields({ form }: { form: ContractForm<UserValues> }) {
  const { t } = useTranslator();
  return (
    <>
      <TextInput
        {...form.field('username')}
        {...noAutocorrect}
        label={t('web.account.username')}
        autoComplete="off"
        autoFocus
      />
      <TextInput
        {...form.field('email')}
        {...noAutocorrect}
        label={t('web.account.email')}
        type="email"
        autoComplete="off"
      />
    </>
  );
}

function useUserForm(initial: UserValues): ContractForm<UserValues> {
  return useContractForm(UserValues, initial, {
    email_taken: 'email',
    username_taken: 'username',
    password_too_common: 'password',
  });
}

/** Only what differs is sent: setting the role or password again would end the user's sessions. */
function changesOf(user: ManagedUser, wanted: UpdateUser): UpdateUser {
  const { username, displayName, email, isAdmin, quota, isDisabled } = user;
  const before: Readonly<Record<string, unknown>> = {
    username,
    displayName,
    email,
    isAdmin,
    quota,
    isDisabled,
  };
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => value !== before[name]));
}
