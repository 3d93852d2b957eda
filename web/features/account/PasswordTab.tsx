import { auth } from '#sdk/contract/auth.js';
import { useConfirmedForm, useHasPassword } from '../../lib/confirmed-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { useCurrentUser } from '../../lib/session.tsx';
import { PageForm } from '../../ui/fields/PageForm.tsx';
import { PasswordInput } from '../../ui/fields/PasswordInput.tsx';
import { Confirmation } from '../../ui/sign-in/Confirmation.tsx';
import { TabContent } from './TabContent.tsx';
import { useChangePassword } from './use-account.ts';

const empty = { oldPassword: '', password: '' };

/** Changes the password, or sets the first one of an account that was created with a provider. */
export function PasswordTab() {
  const { t } = useTranslator();
  const user = useCurrentUser();
  const hasPassword = useHasPassword();
  const form = useConfirmedForm(auth.changePassword.body, empty, {
    fieldOfError: {
      password_wrong: 'oldPassword',
      password_too_common: 'password',
    },
  });
  const change = useChangePassword();
  const problem = form.generalProblem(change.error);

  const handleSubmit = form.handleSubmit((body) =>
    change.mutate(body, { onSuccess: () => form.reset(empty), onError: form.showServerIssues }),
  );

  return (
    <TabContent
      title={t('web.account.password.title')}
      text={t(hasPassword ? 'web.account.password.text' : 'web.account.password.noneText')}
    >
      <PageForm
        saved={
          change.isSuccess &&
          t(
            change.variables.oldPassword === undefined
              ? 'web.account.password.set'
              : 'web.account.password.changed',
          )
        }
        submitLabel={t(hasPassword ? 'web.account.password.submit' : 'web.account.password.setSubmit')}
        isDisabled={change.isPending}
        problem={problem}
        onSubmit={handleSubmit}
        isCard
      >
        {/* Tells password managers whose password changes. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={user?.username ?? ''}
          readOnly
          hidden
        />
        <Confirmation field={form.field('oldPassword')} error={change.error} />
        <PasswordInput
          {...form.field('password')}
          label={t('web.account.password.new')}
          hint={t('web.common.passwordRule')}
          autoComplete="new-password"
        />
      </PageForm>
    </TabContent>
  );
}
