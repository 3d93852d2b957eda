import { useMutation } from '@tanstack/react-query';
import { KeyRound as keyIcon } from 'lucide';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type * as z from 'zod/mini';
import { auth } from '#sdk/contract/auth.js';
import { AppError } from '#sdk/contract/errors.js';
import { paths } from '../../app/paths.ts';
import { useConfig } from '../../lib/config.tsx';
import { useContractForm } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { withNotice } from '../../lib/page-notice.ts';
import { client } from '../../lib/sdk.ts';
import { useRefreshCurrentUser } from '../../lib/session.tsx';
import { PageForm } from '../../ui/fields/PageForm.tsx';
import { PasswordInput } from '../../ui/fields/PasswordInput.tsx';
import { FormPage } from '../../ui/layout/FormPage.tsx';
import { InvalidLink } from './InvalidLink.tsx';
import { useLinkParams } from './use-link-params.ts';

const textsOf = {
  reset: { title: 'web.resetPassword.title', text: 'web.resetPassword.text' },
  invitation: { title: 'web.resetPassword.invitationTitle', text: 'web.resetPassword.invitationText' },
} as const;

/** The page of mailed links that set a password: after it was forgotten, or for the first time. */
export function ResetPasswordPage() {
  const { t } = useTranslator();
  const appName = useConfig()('general.appName');
  const params = useLinkParams();
  const token = params.get('token') ?? '';
  const kind = params.has('invitation') ? 'invitation' : 'reset';
  const texts = textsOf[kind];
  const [invalidToken, setInvalidToken] = useState<string | null>(null);

  if (token === '' || token === invalidToken) {
    return <InvalidLink kind={kind} isUsed={token !== ''} />;
  }
  return (
    <FormPage icon={keyIcon} title={t(texts.title, { name: appName })} text={t(texts.text)}>
      <NewPasswordForm key={token} token={token} onInvalidLink={() => setInvalidToken(token)} />
    </FormPage>
  );
}

interface Props {
  token: string;
  onInvalidLink(): void;
}

function NewPasswordForm({ token, onInvalidLink }: Props) {
  const { t } = useTranslator();
  const navigate = useNavigate();
  const refreshCurrentUser = useRefreshCurrentUser();
  const form = useContractForm(
    auth.resetPassword.body,
    { token, password: '' },
    { password_too_common: 'password' },
  );
  const reset = useMutation({
    mutationFn: async (body: z.input<typeof auth.resetPassword.body>) => {
      await client.auth.resetPassword({ body });
      // It has ended all sessions of the account, this browser's too if it was signed in there.
      await refreshCurrentUser();
    },
    onSuccess: () => void navigate(paths.signIn, { replace: true, ...withNotice('passwordSet') }),
    onError: (error) => {
      if (error instanceof AppError && error.code === 'link_invalid') onInvalidLink();
      else form.showServerIssues(error);
    },
  });
  const problem = form.generalProblem(reset.error);

  return (
    <PageForm
      submitLabel={t('web.resetPassword.submit')}
      isDisabled={reset.isPending}
      problem={problem}
      onSubmit={form.handleSubmit((body) => reset.mutate(body))}
    >
      <PasswordInput
        {...form.field('password')}
        label={t('web.account.password.new')}
        hint={t('web.common.passwordRule')}
        autoComplete="new-password"
        autoFocus
      />
    </PageForm>
  );
}
