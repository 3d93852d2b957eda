import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { ConfigContext, configFrom } from '../lib/config.tsx';
import { client } from '../lib/sdk.ts';
import { CurrentUserContext, currentUserKey } from '../lib/session.tsx';
import { PageSkeleton } from '../ui/PageSkeleton.tsx';
import { ErrorPage } from './layout/ErrorPage.tsx';

/** Asks who is here and how the instance is configured, both at once; everything below can count on the answers. */
export function Bootstrap({ children }: { children: ReactNode }) {
  const config = useQuery({
    queryKey: ['config'],
    queryFn: () => client.configs.list(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const user = useQuery({
    queryKey: currentUserKey,
    queryFn: () => client.session.restore(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const effective = useMemo(() => configFrom(config.data ?? []), [config.data]);

  const isSignedIn = Boolean(user.data);
  useEffect(() => (isSignedIn ? client.session.startAutoRefresh() : undefined), [isSignedIn]);

  if (config.isPending || user.isPending) return <PageSkeleton />;
  if (config.isError) return <ErrorPage error={config.error} onRetry={() => void config.refetch()} />;
  return (
    <ConfigContext value={effective}>
      {/* Not knowing who it is means not signed in. */}
      <CurrentUserContext value={user.data ?? null}>{children}</CurrentUserContext>
    </ConfigContext>
  );
}
