import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { totp } from '#sdk/contract/totp.js';
import { useContractForm } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { FormError } from '../../ui/FormError.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { TwoFactorVerify } from './TwoFactorVerify.tsx';

/** Turning two-factor sign-in on: first the password, then a code of the authenticator that got the secret. */
export function TwoFactorOff({ onCodes }: { onCodes(codes: readonly string[]): void }) {
  const { t } = useTranslator();
  const [password, setPassword] = useState('');
  const form = useContractForm(totp.enable.body, { password: '' }, { password_wrong: 'password' });
  const enable = useMutation({
    mutationFn: (body: { password?: string | undefined }) => client.totp.enable({ body }),
    onSuccess: (_enrolment, body) => setPassword(body.password ?? ''),
    onError: form.showServerIssues,
  });
  const problem = form.generalProblem(enable.error);

  const handleCancel = () => {
    enable.reset();
    form.reset();
    setPassword('');
  };

  if (enable.data) {
    return (
      <TwoFactorVerify
        enrolment={enable.data}
        password={password}
        onCancel={handleCancel}
        onCodes={onCodes}
      />
    );
  }
  return (
    <Box
      component="form"
      noValidate
      onSubmit={form.handleSubmit((body) => enable.mutate(body))}
      sx={{ display: 'grid', gap: 2.5, maxWidth: 480 }}
    >
      <PasswordInput
        {...form.field('password')}
        label={t('web.account.currentPassword')}
        autoComplete="current-password"
      />
      {problem && <FormError>{problem}</FormError>}
      <Button
        type="submit"
        variant="contained"
        color="primary"
        disabled={enable.isPending}
        sx={{ justifySelf: 'start' }}
      >
        {t('web.account.twoFactor.setUp')}
      </Button>
    </Box>
  );
}
