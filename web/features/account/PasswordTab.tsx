import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { auth } from '#sdk/contract/auth.js';
import { useContractForm } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { useCurrentUser } from '../../lib/session.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { TabContent } from './TabContent.tsx';
import { useChangePassword } from './use-account.ts';

const empty = { oldPassword: '', password: '' };

export function PasswordTab() {
  const { t } = useTranslator();
  const user = useCurrentUser();
  const form = useContractForm(auth.changePassword.body, empty, {
    password_wrong: 'oldPassword',
    password_too_common: 'password',
  });
  const change = useChangePassword();
  const problem = form.generalProblem(change.error);

  const handleSubmit = form.handleSubmit((body) =>
    change.mutate(body, { onSuccess: () => form.reset(empty), onError: form.showServerIssues }),
  );

  return (
    <TabContent title={t('web.account.password.title')} text={t('web.account.password.text')}>
      {change.isSuccess && <Notice tone="success">{t('web.account.password.changed')}</Notice>}
      <Box component="form" noValidate onSubmit={handleSubmit} sx={{ display: 'grid', gap: 2.5 }}>
        {/* Tells a password manager whose password changes. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={user?.username ?? ''}
          readOnly
          hidden
        />
        <PasswordInput
          {...form.field('oldPassword')}
          label={t('web.account.currentPassword')}
          autoComplete="current-password"
        />
        <PasswordInput
          {...form.field('password')}
          label={t('web.account.password.new')}
          hint={t('web.common.passwordRule')}
          autoComplete="new-password"
        />
        {problem && <FormError>{problem}</FormError>}
        <Button
          type="submit"
          variant="contained"
          color="primary"
          disabled={change.isPending}
          sx={{ justifySelf: 'start' }}
        >
          {t('web.account.password.submit')}
        </Button>
      </Box>
    </TabContent>
  );
}
