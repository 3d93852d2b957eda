import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { ArrowRight as arrowRightIcon, Lock as lockIcon } from 'lucide';
import { type FormEvent, useState } from 'react';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { StatusPage } from '../../ui/feedback/StatusPage.tsx';
import { PasswordInput } from '../../ui/fields/PasswordInput.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { useOpenShare } from './use-open-share.ts';

export function SharePassword({ id }: { id: string }) {
  const translator = useTranslator();
  const { t } = translator;
  const open = useOpenShare(id);
  const [password, setPassword] = useState('');

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (password !== '') open.mutate(password);
  };

  return (
    <StatusPage look="tied" icon={lockIcon} title={t('web.share.passwordTitle')}>
      <p>{t('web.share.passwordText')}</p>
      <Box
        component="form"
        onSubmit={handleSubmit}
        sx={{ display: 'grid', gap: 1.5, mt: 2, width: 'min(100%, 400px)', textAlign: 'start' }}
      >
        <PasswordInput
          label={t('web.share.password')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={open.isError ? describeError(translator, open.error) : undefined}
          maxLength={256}
          autoComplete="off"
          autoFocus
        />
        <Button
          type="submit"
          variant="contained"
          color="primary"
          size="large"
          disabled={open.isPending || password === ''}
          fullWidth
          endIcon={<Icon icon={arrowRightIcon} isDirectional />}
        >
          {t('web.share.open')}
        </Button>
      </Box>
    </StatusPage>
  );
}
