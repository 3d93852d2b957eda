import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { ErrorPage } from '../../app/layout/ErrorPage.tsx';
import { paths, signInPath } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { useCurrentUser } from '../../lib/session.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { AccessStep } from './AccessStep.tsx';
import { AdministratorStep } from './AdministratorStep.tsx';
import { InstanceStep } from './InstanceStep.tsx';
import { SetupSteps } from './SetupSteps.tsx';
import { type InstanceAnswers, useFinishSetup } from './use-setup.ts';

/** The three steps of a fresh instance. Reloading in between goes on at the second. */
export function SetupPage() {
  const { t } = useTranslator();
  useDocumentTitle(t('web.setup.title'));
  const user = useCurrentUser();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [instance, setInstance] = useState<InstanceAnswers | null>(null);
  const [isEditing, setEditing] = useState(true);
  const finish = useFinishSetup();
  const status = useQuery({ queryKey: ['setupStatus'], queryFn: () => client.auth.setupStatus() });

  if (status.isPending) return <PageSkeleton />;
  if (status.isError) return <ErrorPage error={status.error} onRetry={() => void status.refetch()} />;
  if (status.data.finished) return <Navigate to={paths.upload} replace />;
  if (status.data.adminExists && !user) return <Navigate to={signInPath(paths.setup)} replace />;

  const step = user === null ? 1 : isEditing || !instance ? 2 : 3;
  return (
    <Box sx={{ width: '100%', maxWidth: 520, mx: 'auto', my: 'auto' }}>
      <SetupSteps current={step} />
      <Typography variant="h2" component="h1" sx={{ mb: 1 }} tabIndex={-1}>
        {t(titles[step])}
      </Typography>
      <Typography sx={{ mb: 4, color: 'text.secondary' }}>{t(texts[step])}</Typography>
      {step === 1 && <AdministratorStep setupToken={tokenIn(hash)} />}
      {step === 2 && (
        <InstanceStep
          answers={instance}
          onDone={(answers) => {
            setInstance(answers);
            setEditing(false);
          }}
        />
      )}
      {step === 3 && instance && (
        <AccessStep
          isPending={finish.isPending}
          error={finish.error}
          onBack={() => setEditing(true)}
          onDone={(access) =>
            finish.mutate(
              { ...instance, ...access },
              { onSuccess: () => void navigate(paths.upload, { replace: true }) },
            )
          }
        />
      )}
    </Box>
  );
}

/** The token stands behind the `#`, which browsers never send: no log and no proxy sees it. */
function tokenIn(hash: string): string {
  return new URLSearchParams(hash.slice(1)).get('token') ?? '';
}

const titles = {
  1: 'web.setup.adminTitle',
  2: 'web.setup.instanceTitle',
  3: 'web.setup.accessTitle',
} as const;
const texts = { 1: 'web.setup.adminText', 2: 'web.setup.instanceText', 3: 'web.setup.accessText' } as const;
