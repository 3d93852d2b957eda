import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { describeError } from '#sdk/i18n/describe-error.js';
import { paths, returnPath } from '../../app/paths.ts';
import { useConfig } from '../../lib/config.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { useCurrentUser, useRefreshCurrentUser } from '../../lib/session.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';

export function SignInPage() {
  const translator = useTranslator();
  const { t } = translator;
  const appName = useConfig()('general.appName');
  const isSignedIn = useCurrentUser() !== null;
  const refreshCurrentUser = useRefreshCurrentUser();
  const [search] = useSearchParams();
  useDocumentTitle(t('web.signIn.title'));

  const signIn = useMutation({
    mutationFn: async (form: FormData) => {
      await client.session.signIn({ identifier: text(form, 'identifier'), password: text(form, 'password') });
      await refreshCurrentUser();
    },
  });

  // Also the way on after a successful sign-in.
  if (isSignedIn) return <Navigate to={returnPath(search) ?? paths.upload} replace />;

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    signIn.mutate(new FormData(event.currentTarget));
  };

  return (
    <Box sx={{ width: '100%', maxWidth: 400, mx: 'auto', my: 'auto', py: { xs: 2, sm: 4 } }}>
      <Typography variant="h2" component="h1" sx={{ mb: 1 }}>
        {t('web.signIn.title')}
      </Typography>
      <Typography sx={{ mb: 4, color: 'text.secondary' }}>
        {t('web.signIn.text', { name: appName })}
      </Typography>
      <Box component="form" onSubmit={handleSubmit} sx={{ display: 'grid', gap: 2.5 }}>
        <TextInput
          label={t('web.signIn.identifier')}
          name="identifier"
          autoComplete="username"
          required
          autoFocus
        />
        <TextInput
          label={t('web.signIn.password')}
          name="password"
          autoComplete="current-password"
          required
          reveal={{ show: t('web.common.showPassword'), hide: t('web.common.hidePassword') }}
        />
        {signIn.isError && <FormError>{describeError(translator, signIn.error)}</FormError>}
        <Button type="submit" variant="contained" color="primary" size="large" disabled={signIn.isPending}>
          {t(signIn.isPending ? 'web.signIn.pending' : 'web.signIn.submit')}
        </Button>
      </Box>
    </Box>
  );
}

function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
