import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { MailCheck as mailCheckIcon, Mail as mailIcon } from 'lucide';
import { useRef } from 'react';
import { Link } from 'react-router';
import { AppError } from '#sdk/contract/errors.js';
import { paths } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { useCurrentUser, useRefreshCurrentUser } from '../../lib/session.tsx';
import { RequestError } from '../../ui/feedback/FormError.tsx';
import { StatusPage } from '../../ui/feedback/StatusPage.tsx';
import { InvalidLink } from './InvalidLink.tsx';
import { useLinkParams } from './use-link-params.ts';

/** Confirms a new address with a button: mail scanners open every link, but click nothing. */
export function ConfirmEmailPage() {
  const { t } = useTranslator();
  const refreshCurrentUser = useRefreshCurrentUser();
  const token = useLinkParams().get('token') ?? '';
  const isSent = useRef(false);
  const confirm = useMutation({
    mutationFn: async () => {
      await client.auth.confirmEmail({ body: { token } });
      await refreshCurrentUser();
    },
    onError: () => {
      isSent.current = false;
    },
  });
  // The link works once: the second click of a double click would fail.
  const handleConfirm = () => {
    if (isSent.current) return;
    isSent.current = true;
    confirm.mutate();
  };
  const isInvalid = confirm.error instanceof AppError && confirm.error.code === 'link_invalid';

  if (token === '' || isInvalid) return <InvalidLink kind="confirmation" isUsed={token !== ''} />;
  if (confirm.isSuccess) return <Confirmed />;
  return (
    <StatusPage
      icon={mailIcon}
      title={t('web.confirmEmail.title')}
      actions={
        <Button
          variant="contained"
          color="primary"
          size="large"
          disabled={confirm.isPending}
          onClick={handleConfirm}
        >
          {t('web.confirmEmail.submit')}
        </Button>
      }
    >
      <p>{t('web.confirmEmail.text')}</p>
      <RequestError error={confirm.error} />
    </StatusPage>
  );
}

function Confirmed() {
  const { t } = useTranslator();
  const isSignedIn = useCurrentUser() !== null;
  return (
    <StatusPage
      isOutcome
      icon={mailCheckIcon}
      title={t('web.confirmEmail.doneTitle')}
      actions={
        <Button
          component={Link}
          to={isSignedIn ? paths.account : paths.signIn}
          variant="contained"
          color="primary"
        >
          {t(isSignedIn ? 'web.deadLink.toAccount' : 'web.nav.signIn')}
        </Button>
      }
    >
      <p>{t('web.confirmEmail.doneText')}</p>
    </StatusPage>
  );
}
