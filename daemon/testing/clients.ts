import type { ManagedUser } from '#sdk/contract/users.js';
import { AppError, createClient, type NodeClient } from '#sdk/index.js';
import type { TestApp } from './start-app.ts';

/** The password of every account that `createUser` makes. */
export const password = 'correct horse battery';

/** Signs our own client in, by default as the administrator of the instance. */
export async function signIn(
  { url, admin }: TestApp,
  credentials: { username: string; password: string } = admin,
): Promise<NodeClient> {
  const client = createClient({ baseUrl: url });
  await client.session.signIn({ identifier: credentials.username, password: credentials.password });
  return client;
}

export async function createUser(
  admin: NodeClient,
  username: string,
  more: { isAdmin?: boolean; quota?: number | null } = {},
): Promise<ManagedUser> {
  return admin.users.create({ body: { username, email: `${username}@example.org`, password, ...more } });
}

/** Returns the error code of a refused call; otherwise `ok`. */
export async function outcomeOf(calling: Promise<unknown>): Promise<string> {
  try {
    await calling;
    return 'ok';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}
