import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { ShieldCheck as shieldCheckIcon } from 'lucide';
import { type FormEvent, useRef, useState } from 'react';
import { AppError } from '#sdk/contract/errors.js';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { useRefreshCurrentUser } from '../../lib/session.tsx';
import { CodeInput } from '../../ui/fields/CodeInput.tsx';
import { noAutocorrect } from '../../ui/fields/no-autocorrect.ts';
import { PageForm } from '../../ui/fields/PageForm.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { FormPage } from '../../ui/layout/FormPage.tsx';
import { SignInProblem } from './SignInProblem.tsx';

interface Props {
  /** Missing after a sign-in with a provider: a cookie has it */
  loginToken?: string;
  /** Goes back to the first step; `reason` is the error that caused it, or null */
  onBack(reason: unknown): void;
  onSignedIn?(): void;
}

/** The second factor: six digits of the authenticator, or a recovery code in their place. */
export function CodeStep({ loginToken, onBack, onSignedIn }: Props) {
  const translator = useTranslator();
  const { t } = translator;
  const refreshCurrentUser = useRefreshCurrentUser();
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const signIn = useMutation({
    mutationFn: async (totp: string) => {
      await client.session.signInTotp({ totp, ...(loginToken !== undefined && { loginToken }) });
      await refreshCurrentUser();
    },
    onSuccess: () => onSignedIn?.(),
    onError: (error) => {
      if (error instanceof AppError && error.code === 'login_token_invalid') onBack(error);
      else if (!isRecovery) setCode('');
      input.current?.focus();
    },
  });
  const isWrong = signIn.error instanceof AppError && signIn.error.code === 'totp_wrong';

  const submit = (totp: string) => {
    if (totp !== '' && !signIn.isPending) signIn.mutate(totp);
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit(code.trim());
  };
  const handleSwitch = () => {
    setCode('');
    signIn.reset();
    setRecovery(!isRecovery);
  };

  const field = {
    ref: input,
    value: code,
    error: isWrong ? describeError(translator, signIn.error) : undefined,
    autoFocus: true,
    required: true,
  };
  return (
    <FormPage
      icon={shieldCheckIcon}
      title={t('web.signIn.code.title')}
      text={t(isRecovery ? 'web.signIn.code.recoveryText' : 'web.signIn.code.text')}
    >
      <PageForm
        submitLabel={t(signIn.isPending ? 'web.signIn.pending' : 'web.signIn.submit')}
        isDisabled={signIn.isPending}
        problem={signIn.error && !isWrong && <SignInProblem key={signIn.submittedAt} error={signIn.error} />}
        onSubmit={handleSubmit}
      >
        {isRecovery ? (
          <TextInput
            {...field}
            key="recovery"
            label={t('web.signIn.code.recovery')}
            maxLength={40}
            autoComplete="off"
            {...noAutocorrect}
            onChange={(event) => setCode(event.target.value)}
          />
        ) : (
          <CodeInput
            {...field}
            key="code"
            label={t('web.signIn.code.label')}
            onChange={setCode}
            onFilled={submit}
          />
        )}
      </PageForm>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 0.5, mx: -1 }}>
        <Button variant="text" onClick={handleSwitch}>
          {t(isRecovery ? 'web.signIn.code.useCode' : 'web.signIn.code.useRecovery')}
        </Button>
        <Button variant="text" onClick={() => onBack(null)}>
          {t(loginToken === undefined ? 'web.signIn.code.backToStart' : 'web.signIn.code.back')}
        </Button>
      </Box>
    </FormPage>
  );
}
