import { mdiKeyOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { useConfig } from '../../lib/config.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { useCurrentUser } from '../../lib/session.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { StatusPage } from '../../ui/StatusPage.tsx';

/** Before an instance is set up, every page but the set-up says how to do that. */
export function SetupGate() {
  const isMember = useCurrentUser() !== null;
  const status = useQuery({
    queryKey: ['setupStatus'],
    queryFn: () => client.auth.setupStatus(),
    staleTime: Number.POSITIVE_INFINITY,
    // Whoever is signed in has an account: there is an administrator.
    enabled: !isMember,
  });
  if (isMember || status.isError || status.data?.adminExists) return <Outlet />;
  return status.isPending ? <PageSkeleton /> : <NotSetUpPage />;
}

export function NotSetUpPage() {
  const { t } = useTranslator();
  const appName = useConfig()('general.appName');
  return (
    <StatusPage icon={mdiKeyOutline} title={t('web.notSetUp.title', { name: appName })}>
      <p>{t('web.notSetUp.text')}</p>
      <p>{t('web.notSetUp.terminal')}</p>
    </StatusPage>
  );
}
