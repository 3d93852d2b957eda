import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet } from 'react-router';
import { client } from '../../lib/sdk.ts';
import { useCurrentUser } from '../../lib/session.tsx';
import { PageSkeleton } from '../../ui/feedback/PageSkeleton.tsx';
import { paths } from '../paths.ts';

/**
 * Before there is an administrator, every page leads to the set-up; and so it does for administrators until the set-up
 * is finished.
 */
export function SetupGate() {
  const user = useCurrentUser();
  const status = useQuery({
    queryKey: ['setupStatus'],
    queryFn: () => client.auth.setupStatus(),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: user === null || user.isAdmin,
  });
  const isOpen = user ? status.data?.finished : status.data?.adminExists;
  if (isOpen === false) return <Navigate to={paths.setup} replace />;
  // Whoever is signed in has an account: there is an administrator.
  return status.isPending && user === null ? <PageSkeleton /> : <Outlet />;
}
