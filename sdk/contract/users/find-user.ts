import type { ManagedUser } from '../users.ts';

/** Maximum characters that the API's search accepts; for longer names, only the beginning is searched for. */
const maxSearch = 100;

type Named = Pick<ManagedUser, 'username' | 'email'>;

/**
 * Returns the users with exactly this username or email address, ignoring case. The search of the API also finds users
 * with a part of it.
 *
 * @param search lists the users that the API finds, over all pages
 */
export async function findUsersNamed<U extends Named>(
  name: string,
  search: (text: string) => AsyncIterable<U>,
): Promise<U[]> {
  const wanted = name.trim().toLowerCase();
  const found: U[] = [];
  for await (const user of search(wanted.slice(0, maxSearch))) {
    if (user.username.toLowerCase() === wanted || user.email.toLowerCase() === wanted) found.push(user);
  }
  return found;
}
