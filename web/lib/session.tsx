import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useEffect } from 'react';
import { type User, watchOtherTabs } from '#sdk/browser.js';
import { AppError, type ErrorCode } from '#sdk/contract/errors.js';
import { client } from './sdk.ts';

export const currentUserKey = ['currentUser'] as const;

export const currentUserQuery = queryOptions({
  queryKey: currentUserKey,
  queryFn: () => client.session.restore(),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The signed-in user, or null. */
export const CurrentUserContext = createContext<User | null>(null);

export function useCurrentUser(): User | null {
  return useContext(CurrentUserContext);
}

/** Fetches the current user again, and updates the page. */
export function useRefreshCurrentUser(): () => Promise<User | null> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    const user = await client.session.restore();
    const before = queryClient.getQueryData<User | null>(currentUserKey);
    // This person must not see data that was loaded for somebody else.
    if (user?.id !== before?.id) queryClient.removeQueries({ type: 'inactive' });
    queryClient.setQueryData(currentUserKey, user);
    return user;
  }, [queryClient]);
}

/** Shows who is signed in after another tab has signed in or out. */
export function useOtherTabs(): void {
  const queryClient = useQueryClient();
  const refresh = useRefreshCurrentUser();
  useEffect(() => {
    const handleChange = async () => {
      const before = queryClient.getQueryData<User | null>(currentUserKey);
      const user = await refresh();
      // What is on the screen was loaded for somebody else.
      if (user?.id !== before?.id)
        await queryClient.invalidateQueries({
          predicate: ({ queryKey }) => queryKey[0] !== currentUserKey[0],
        });
    };
    // Without an answer, the next request tells.
    return watchOtherTabs(() => void handleChange().catch(() => undefined));
  }, [queryClient, refresh]);
}

/** Shows the page as signed out when a response says that the session has ended, such as on another device. */
export function noteSessionEnd(queryClient: QueryClient, error: unknown): void {
  const isOver = error instanceof AppError && sessionEnds.includes(error.code);
  if (isOver && queryClient.getQueryData(currentUserKey)) queryClient.setQueryData(currentUserKey, null);
}

/** If the browser has dropped the cookie, the server receives no session at all. */
const sessionEnds: readonly ErrorCode[] = ['session_expired', 'sign_in_required'];

/** Signs out and reloads the page, so that nothing of the session stays in memory. */
export async function signOut(next = '/'): Promise<void> {
  await client.session.signOut();
  window.location.assign(next);
}
