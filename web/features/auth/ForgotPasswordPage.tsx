import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useMutation } from '@tanstack/react-query';
import { KeyRound as keyIcon, Mail as mailIcon, MailX as mailXIcon } from 'lucide';
import { Link as RouterLink } from 'react-router';
import { auth } from '#sdk/contract/auth.js';
import { paths } from '../../app/paths.ts';
import { useConfig } from '../../lib/config.tsx';
import { useContractForm } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { StatusPage } from '../../ui/feedback/StatusPage.tsx';
import { noAutocorrect } from '../../ui/fields/no-autocorrect.ts';
import { PageForm } from '../../ui/fields/PageForm.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { FormPage } from '../../ui/layout/FormPage.tsx';

export function ForgotPasswordPage() {
  return useConfig()('smtp.enabled') ? <RequestLink /> : <NoMail />;
}

function RequestLink() {
  const { t } = useTranslator();
  const form = useContractForm(auth.requestPasswordReset.params, { email: '' });
  const request = useMutation({
    mutationFn: async (email: string) => {
      await client.auth.requestPasswordReset({ params: { email } });
      return email;
    },
    onError: (error) => void form.showServerIssues(error),
  });
  const problem = form.generalProblem(request.error);

  if (request.isSuccess) return <CheckYourInbox email={request.data} />;
  return (
    <FormPage
      icon={keyIcon}
      title={t('web.forgotPassword.title')}
      text={t('web.forgotPassword.text')}
      links={
        <Link component={RouterLink} to={paths.signIn}>
          {t('web.forgotPassword.back')}
        </Link>
      }
    >
      <PageForm
        submitLabel={t(request.isPending ? 'web.forgotPassword.pending' : 'web.forgotPassword.submit')}
        isDisabled={request.isPending}
        problem={problem}
        onSubmit={form.handleSubmit(({ email }) => request.mutate(email))}
      >
        <TextInput
          {...form.field('email')}
          {...noAutocorrect}
          label={t('web.account.email')}
          type="email"
          autoComplete="email"
          autoFocus
        />
      </PageForm>
    </FormPage>
  );
}

function NoMail() {
  const { t } = useTranslator();
  return (
    <StatusPage icon={mailXIcon} title={t('web.forgotPassword.title')} actions={<BackToSignIn />}>
      <p>{t('web.forgotPassword.noMail')}</p>
    </StatusPage>
  );
}

function BackToSignIn() {
  const { t } = useTranslator();
  return (
    <Button component={RouterLink} to={paths.signIn} variant="outlined">
      {t('web.forgotPassword.back')}
    </Button>
  );
}

/** The same for every address, so that nobody learns who has an account. */
function CheckYourInbox({ email }: { email: string }) {
  const { t } = useTranslator();
  return (
    <StatusPage
      isOutcome
      icon={mailIcon}
      title={t('web.forgotPassword.sentTitle')}
      actions={<BackToSignIn />}
    >
      <p>{t('web.forgotPassword.sentText', { email })}</p>
      <p>{t('web.forgotPassword.sentHint')}</p>
    </StatusPage>
  );
}
