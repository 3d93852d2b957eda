import { newUserId } from '../crypto/ids.ts';
import type { UserRecord } from '../features/users/types.ts';
import { createCaller } from './browser.ts';
import type { TestApp } from './start-app.ts';

export interface Member {
  id: UserRecord['id'];
  username: string;
  email: string;
  password: string;
}

/** Adds another account to a test instance, with the password of its administrator. */
export async function addMember(
  { app, admin }: TestApp,
  username: string,
  changes: Partial<UserRecord> = {},
): Promise<Member> {
  const pattern = await app.core.users.findByIdentifier(admin.username);
  if (!pattern) throw new Error('the instance has no administrator');
  const id = newUserId();
  const email = `${username}@example.org`;
  const names = { username, usernameKey: username, email, emailKey: email };
  const user: UserRecord = { ...pattern, ...names, id, isAdmin: false, ...changes };
  await app.core.uow.transaction(({ users }) => users.insert(user));
  return { id, username, email, password: admin.password };
}

export interface SignedIn {
  accessToken: string;
  refreshToken: string;
  headers: { authorization: string };
}

/** Signs in like a program. */
export async function signInAs(
  { url }: TestApp,
  { username, password }: Pick<Member, 'username' | 'password'>,
): Promise<SignedIn> {
  const answer = await createCaller(url)('/auth/signIn', {
    json: { username, password, transport: 'token' },
  });
  if (answer.status !== 200) throw new Error(`${username} cannot sign in: ${JSON.stringify(answer.body)}`);
  const { accessToken, refreshToken } = answer.body as Omit<SignedIn, 'headers'>;
  return { accessToken, refreshToken, headers: bearer(accessToken) };
}

export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}

/** Returns the error code of the catalogue in an answer. */
export function errorOf({ body }: { body: unknown }): string | undefined {
  return (body as { error?: string } | undefined | null)?.error;
}
