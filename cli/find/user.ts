import { AppError } from '#sdk/contract/errors.js';
import { UserId } from '#sdk/contract/formats/primitives.js';
import { findUsersNamed } from '#sdk/contract/users/find-user.js';
import type { ManagedUser } from '#sdk/contract/users.js';
import { paginate } from '#sdk/index.js';
import type { Client } from '../context.ts';
import { CliError } from '../errors/cli-error.ts';

/**
 * Finds the user with exactly this id, e-mail address or user name, ignoring case; it never guesses.
 *
 * @throws AppError `user_not_found`
 * @throws CliError `usage` when one user has the name and another the id
 */
export async function findUser(client: Client, reference: string): Promise<ManagedUser> {
  const found = new Map<string, ManagedUser>();
  const byId = await getById(client, reference);
  if (byId) found.set(byId.id, byId);
  const named = await findUsersNamed(reference, (search) => listUsers(client, { search }));
  for (const user of named) found.set(user.id, user);
  const [only, ...others] = found.values();
  if (!only) throw new AppError('user_not_found');
  if (others.length === 0) return only;
  throw new CliError({ exit: 'usage', key: 'cli.errors.user_ambiguous', params: { name: reference } });
}

export interface UserFilter {
  search?: string | undefined;
  /** Maximum number of users; all by default. */
  limit?: number;
}

/** All pages of the list, one user after the other. */
export function listUsers(client: Client, { search, limit }: UserFilter): AsyncGenerator<ManagedUser> {
  return paginate('users', (page) => client.users.list({ query: { search, ...page } }), { limit });
}

async function getById(client: Client, reference: string): Promise<ManagedUser | null> {
  const id = UserId.safeParse(reference);
  if (!id.success) return null;
  return client.users.get({ params: { id: id.data } }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'user_not_found') return null;
    throw error;
  });
}
