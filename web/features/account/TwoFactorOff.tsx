import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { totp } from '#sdk/contract/totp.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { FormError } from '../../ui/FormError.tsx';
import { Confirmation } from './Confirmation.tsx';
import { TwoFactorVerify } from './TwoFactorVerify.tsx';
import { useConfirmedForm } from './use-confirmed-form.ts';

/** Turning two-factor sign-in on: first who is there, then a code of the authenticator that got the secret. */
export function TwoFactorOff({ onCodes }: { onCodes(codes: readonly string[]): void }) {
  const { t } = useTranslator();
  const [password, setPassword] = useState('');
  const form = useConfirmedForm(totp.enable.body, { password: '' }, { password_wrong: 'password' });
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
      <Confirmation field={form.field('password')} error={enable.error} />
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
