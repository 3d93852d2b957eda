import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useMutation } from '@tanstack/react-query';
import { Terminal as terminalIcon } from 'lucide';
import { useLocation } from 'react-router';
import { signInPath } from '../../app/paths.ts';
import { useConfig } from '../../lib/config.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { useIsSessionOld } from '../../lib/own-sessions.ts';
import { client } from '../../lib/sdk.ts';
import { signOut, useCurrentUser } from '../../lib/session.tsx';
import { RequestError } from '../../ui/feedback/FormError.tsx';
import { FormPage } from '../../ui/layout/FormPage.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { FreshSignIn } from '../../ui/sign-in/FreshSignIn.tsx';
import { type ProgramRequest, programAddress } from './program-request.ts';

interface Props {
  request: ProgramRequest;
  onAnswer(answer: 'allowed' | 'denied'): void;
}

/** Asks whether a program may use the account. This takes a click: anyone can send somebody to this address. */
export function ProgramConsent({ request, onAnswer }: Props) {
  const { t } = useTranslator();
  const isOld = useIsSessionOld();
  const allow = useMutation({
    mutationFn: () => client.auth.authorizeProgram({ body: { codeChallenge: request.codeChallenge } }),
    onSuccess: ({ code }) => {
      onAnswer('allowed');
      window.location.replace(programAddress(request, { code }));
    },
  });
  const handleDeny = () => {
    onAnswer('denied');
    window.location.replace(programAddress(request, { error: 'access_denied' }));
  };

  return (
    <FormPage
      icon={terminalIcon}
      title={t('web.program.title')}
      text={t('web.program.text')}
      links={<OtherAccount />}
    >
      <AccountInUse />
      <Box component="p" sx={{ m: 0 }}>
        {t('web.program.warning')}
      </Box>
      <Box component="p" sx={{ m: 0, color: 'text.secondary', typography: 'body2' }}>
        {t('web.program.unreachable')}
      </Box>
      {/* The session of the program is as old as this one: it could not do what requires a fresh sign-in. */}
      {isOld && <FreshSignIn />}
      <RequestError error={allow.error} />
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1.5 }}>
        <Button variant="outlined" size="large" disabled={allow.isPending} onClick={handleDeny}>
          {t('web.program.deny')}
        </Button>
        <Button
          variant="contained"
          color="primary"
          size="large"
          disabled={allow.isPending}
          onClick={() => allow.mutate()}
        >
          {t(allow.isPending ? 'web.program.allowing' : 'web.program.allow')}
        </Button>
      </Box>
    </FormPage>
  );
}

function AccountInUse() {
  const { t } = useTranslator();
  const appName = useConfig()('general.appName');
  const user = useCurrentUser();
  return (
    <Panel>
      <Box>
        <Box sx={{ color: 'text.secondary', typography: 'body2' }}>
          {t('web.program.account', { name: appName })}
        </Box>
        <Box sx={{ fontWeight: 'fontWeightMedium' }}>{user?.username}</Box>
        <Box sx={{ color: 'text.secondary', typography: 'body2' }}>{user?.email}</Box>
      </Box>
    </Panel>
  );
}

/** Signs out, and comes back to this question after signing in. */
function OtherAccount() {
  const { t } = useTranslator();
  const { notifyError } = useNotifier();
  const { pathname, search } = useLocation();
  return (
    <Link
      component="button"
      type="button"
      sx={{ font: 'inherit' }}
      onClick={() => void signOut(signInPath(pathname + search)).catch(notifyError)}
    >
      {t('web.program.other')}
    </Link>
  );
}
