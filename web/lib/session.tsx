import { useQueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext } from 'react';
import type { User } from '#sdk/browser.js';
import { client } from './sdk.ts';

export const currentUserKey = ['currentUser'] as const;

/** The signed-in user, or null. */
export const CurrentUserContext = createContext<User | null>(null);

export function useCurrentUser(): User | null {
  return useContext(CurrentUserContext);
}

/** Asks the server again who is signed in, and shows the page of that person. */
export function useRefreshCurrentUser(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    queryClient.setQueryData(currentUserKey, await client.session.restore());
  }, [queryClient]);
}

/** Signs out and loads the page anew, so that nothing of the session stays in memory. */
export async function signOut(): Promise<void> {
  await client.session.signOut();
  window.location.assign('/');
}
