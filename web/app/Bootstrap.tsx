import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { ConfigContext, configFrom } from '../lib/config.tsx';
import { client } from '../lib/sdk.ts';
import { CurrentUserContext, currentUserKey } from '../lib/session.tsx';
import { PageSkeleton } from '../ui/feedback/PageSkeleton.tsx';
import { ErrorPage } from './layout/ErrorPage.tsx';
import { useInstanceIcon } from './layout/use-instance-icon.ts';

/** Asks who is here and how the instance is configured, both at once; everything below can count on the answers. */
export function Bootstrap({ children }: { children: ReactNode }) {
  const config = useQuery({
    queryKey: ['config'],
    queryFn: () => client.configs.list(),
    // Whoever comes back to a tab sees what was changed meanwhile.
    staleTime: 60_000,
  });
  const user = useQuery({
    queryKey: currentUserKey,
    queryFn: () => client.session.restore(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const effective = useMemo(() => configFrom(config.data ?? []), [config.data]);

  useInstanceIcon(effective('general.logo'));

  const isSignedIn = Boolean(user.data);
  useEffect(() => (isSignedIn ? client.session.startAutoRefresh() : undefined), [isSignedIn]);

  if (config.isPending || user.isPending) return <PageSkeleton />;
  // A later answer may fail: what the first said still holds.
  if (!config.data) return <ErrorPage error={config.error} onRetry={() => void config.refetch()} />;
  return (
    <ConfigContext value={effective}>
      {/* Not knowing who it is means not signed in. */}
      <CurrentUserContext value={user.data ?? null}>{children}</CurrentUserContext>
    </ConfigContext>
  );
}
