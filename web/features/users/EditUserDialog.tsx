import Box from '@mui/material/Box';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { Email, Username } from '#sdk/contract/formats/primitives.js';
import { type ManagedUser, UpdateUser } from '#sdk/contract/users.js';
import { paths } from '../../app/paths.ts';
import { useContractForm } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { useCurrentUser } from '../../lib/session.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { PasswordInput } from '../../ui/fields/PasswordInput.tsx';
import { IdentityFields } from './IdentityFields.tsx';
import { QuotaField } from './QuotaField.tsx';
import { useUpdateUser } from './use-users.ts';
import { userErrorFields } from './user-error-fields.ts';

/** What is left empty is left as it is; name and address cannot be empty. */
const EditUser = z.extend(UpdateUser, { username: Username, email: Email });

interface Props {
  user: ManagedUser;
  onClose(): void;
}

export function EditUserDialog({ user, onClose }: Props) {
  const { t } = useTranslator();
  const { notify } = useNotifier();
  const { username, email, isAdmin, quota, isDisabled } = user;
  const isSelf = useCurrentUser()?.id === user.id;
  const form = useContractForm(
    EditUser,
    { username, email, password: '', isAdmin, quota, isDisabled },
    userErrorFields,
  );
  const update = useUpdateUser(user.id);

  const handleSubmit = form.handleSubmit(async (body) => {
    const changes = changesOf(user, body);
    if (Object.keys(changes).length === 0) {
      onClose();
      return;
    }
    await update.mutateAsync(changes, {
      onSuccess: () => {
        onClose();
        notify(t('web.admin.users.saved'), 'success');
      },
      onError: form.showServerIssues,
    });
  });

  return (
    <FormDialog
      isLong
      title={t('web.admin.users.editTitle', { name: username })}
      submitLabel={t('web.admin.users.editConfirm')}
      isPending={update.isPending}
      error={form.generalProblem(update.error)}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      {isSelf ? (
        <Box component={Link} to={paths.account}>
          {t('web.admin.users.ownIdentity')}
        </Box>
      ) : (
        <>
          <IdentityFields field={form.field} />
          <PasswordInput
            {...form.field('password')}
            label={t('web.admin.users.newPassword')}
            aside={t('web.common.optional')}
            hint={t('web.admin.users.newPasswordHint')}
            autoComplete="new-password"
          />
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
          <Checkbox
            {...form.register('isDisabled')}
            label={t('web.admin.users.isDisabledLabel')}
            hint={t('web.admin.users.isDisabledHint')}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Only what differs is sent: a role or password that is set anew would end the user's sessions. */
function changesOf(user: ManagedUser, wanted: UpdateUser): UpdateUser {
  const { username, email, isAdmin, quota, isDisabled } = user;
  const before: Readonly<Record<string, unknown>> = { username, email, isAdmin, quota, isDisabled };
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => value !== before[name]));
}
