import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation } from 'react-router';
import { ErrorPage } from '../../app/layout/ErrorPage.tsx';
import { NotFoundPage } from '../../app/layout/NotFoundPage.tsx';
import { paths, signInPath } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { withNotice } from '../../lib/page-notice.ts';
import { client } from '../../lib/sdk.ts';
import { useCurrentUser } from '../../lib/session.tsx';
import { PageSkeleton } from '../../ui/feedback/PageSkeleton.tsx';
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts';
import { AdministratorStep } from './AdministratorStep.tsx';
import { SetupQuestions } from './SetupQuestions.tsx';
import { tokenIn } from './setup-token.ts';

/** The three steps of a new instance. A reload continues at the current step. */
export function SetupPage() {
  const { t } = useTranslator();
  useDocumentTitle(t('web.setup.title'));
  const user = useCurrentUser();
  // It stays in the address until it is used, so that a reload loses nothing.
  const setupToken = tokenIn(useLocation().hash);
  const status = useQuery({
    queryKey: ['setupStatus'],
    queryFn: () => client.auth.setupStatus(),
    // Fetched when the page opens, and not again: answers must not vanish while they are typed.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });

  if (status.isPending) return <PageSkeleton />;
  if (!status.data) return <ErrorPage error={status.error} onRetry={() => void status.refetch()} />;
  const { adminExists, finished } = status.data;
  if (user) {
    if (finished) return <Navigate to={paths.upload} replace />;
    return user.isAdmin ? <SetupQuestions /> : <NotFoundPage />;
  }
  if (!adminExists) return <AdministratorStep key={setupToken} setupToken={setupToken} />;
  const notice = withNotice(finished ? 'setupDone' : 'setupContinues');
  return <Navigate to={signInPath(finished ? paths.upload : paths.setup)} {...notice} replace />;
}
