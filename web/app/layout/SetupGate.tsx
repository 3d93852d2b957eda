import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet } from 'react-router';
import { client } from '../../lib/sdk.ts';
import { useCurrentUser } from '../../lib/session.tsx';
import { PageSkeleton } from '../../ui/feedback/PageSkeleton.tsx';
import { paths } from '../paths.ts';

/**
 * Until there is an administrator, every page redirects to the set-up. For administrators it does until the set-up
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
  // If somebody is signed in, there is an administrator.
  return status.isPending && user === null ? <PageSkeleton /> : <Outlet />;
}
