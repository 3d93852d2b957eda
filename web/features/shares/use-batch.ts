import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../lib/sdk.ts';
import { type ListedShare, sharesKey } from './use-share-list.ts';

/** The actions for one or several shares. */
export type BatchAction = 'remove' | 'extend';

export interface BatchFailure {
  share: ListedShare;
  error: unknown;
}

export interface BatchState {
  isRunning: boolean;
  done: number;
  failures: readonly BatchFailure[];
}

const idle: BatchState = { isRunning: false, done: 0, failures: [] };
/** Requests at the same time; the server has a single writer. */
const width = 3;

/** Runs an action for several shares, counts them, and collects the failures. */
export function useBatch() {
  const queryClient = useQueryClient();
  const [state, setState] = useState(idle);

  async function run(
    shares: readonly ListedShare[],
    act: (id: string) => Promise<unknown>,
  ): Promise<readonly BatchFailure[]> {
    const failures: BatchFailure[] = [];
    const waiting = [...shares];
    setState({ ...idle, isRunning: true });
    const work = async () => {
      for (let share = waiting.shift(); share; share = waiting.shift()) {
        await act(share.id).catch((error: unknown) => failures.push({ share, error }));
        setState((before) => ({ ...before, done: before.done + 1 }));
      }
    };
    await Promise.all(Array.from({ length: width }, work));
    await queryClient.invalidateQueries({ queryKey: sharesKey });
    setState((before) => ({ ...before, isRunning: false, failures }));
    return failures;
  }

  return { state, run };
}

export const removeShare = (id: string) => client.shares.remove({ params: { id } });

export const extendShare = (expiration: string) => (id: string) =>
  client.shares.update({ params: { id }, body: { expiration } });
