import { useState } from 'react';
import { CreateUser } from '#sdk/contract/users.js';
import { useConfig } from '../../lib/config.tsx';
import { useContractForm } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { IdentityFields } from './IdentityFields.tsx';
import { QuotaField } from './QuotaField.tsx';
import { useCreateUser } from './use-users.ts';
import { userErrorFields } from './user-error-fields.ts';

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
