import type { User } from '../../contract/users.ts';
import type { ApiClient, CallOptions } from '../core/api-client.ts';
import type { SessionAccess } from './types.ts';
import { toUser } from './user.ts';

/** A session made of one fixed bearer token, for scripts. It is neither refreshed nor ended. */
export function createFixedSession(api: Pick<ApiClient, 'users'>, token: string): SessionAccess {
  let user: User | null = null;
  const me = async (options?: CallOptions) => {
    const current = await api.users.me({}, { ...options, token });
    user = current && toUser(current);
    return current;
  };
  const refuse = async () => {
    throw new TypeError('A client with a fixed token cannot sign in.');
  };
  return {
    get user() {
      return user;
    },
    me,
    restore: async (options) => {
      await me(options);
      return user;
    },
    adopt: refuse,
    signIn: refuse,
    signInTotp: refuse,
    signInProgram: refuse,
    signUp: refuse,
    setUp: refuse,
    signOut: async () => {},
    refresh: async () => false,
    onChange: () => () => {},
    startAutoRefresh: () => () => {},
    headers: async () => ({ authorization: `Bearer ${token}` }),
    recover: async () => false,
  };
}
