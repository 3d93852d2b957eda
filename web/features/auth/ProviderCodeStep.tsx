import Button from '@mui/material/Button';
import { Hourglass as hourglassIcon } from 'lucide';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { returnPath, signInPath } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { useCurrentUser } from '../../lib/session.tsx';
import { StatusPage } from '../../ui/feedback/StatusPage.tsx';
import { CodeStep } from './CodeStep.tsx';

/** The second factor after a sign-in with a provider. A user who only confirms the identity stays signed in. */
export function ProviderCodeStep() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [isTimedOut, setTimedOut] = useState(false);
  const target = returnPath(search);
  const start = signInPath(target);

  if (isTimedOut) return <TimedOut start={start} />;
  return (
    <CodeStep
      onBack={(reason) => (reason === null ? void navigate(start, { replace: true }) : setTimedOut(true))}
      onSignedIn={() => void navigate(target, { replace: true })}
    />
  );
}

function TimedOut({ start }: { start: string }) {
  const { t } = useTranslator();
  const isSignedIn = useCurrentUser() !== null;
  return (
    <StatusPage
      isOutcome
      icon={hourglassIcon}
      title={t('web.signIn.code.overTitle')}
      actions={
        <Button component={Link} to={start} replace variant="contained" color="primary">
          {t(isSignedIn ? 'web.errorPage.back' : 'web.nav.signIn')}
        </Button>
      }
    >
      <p>{t('web.signIn.code.overText')}</p>
    </StatusPage>
  );
}
