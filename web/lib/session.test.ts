import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import { sampleUser } from '../testing/sample-user.ts';
import { currentUserKey, noteSessionEnd } from './session.tsx';

let queryClient: QueryClient;
beforeEach(() => {
  queryClient = new QueryClient();
  queryClient.setQueryData(currentUserKey, sampleUser);
});

const shownUser = () => queryClient.getQueryData(currentUserKey);

describe('noteSessionEnd', () => {
  it.each(['session_expired', 'sign_in_required'] as const)('shows nobody signed in after %s', (code) => {
    noteSessionEnd(queryClient, new AppError(code));
    expect(shownUser()).toBe(null);
  });

  it.each([new AppError('password_wrong'), new AppError('credentials_wrong'), new Error('no network')])(
    'leaves the session alone after %s',
    (error) => {
      noteSessionEnd(queryClient, error);
      expect(shownUser()).toBe(sampleUser);
    },
  );
});
