import type { OauthProvider } from '#sdk/contract/oauth.js';
import { addMember, type Member } from '../members.ts';
import type { TestApp } from '../start-app.ts';

/** Links a provider account to a member, without asking the provider. */
export async function linkAccount(
  { app }: TestApp,
  { id: userId, username: name }: Pick<Member, 'id' | 'username'>,
  provider: OauthProvider = 'oidc',
): Promise<void> {
  const account = { provider, issuer: `https://${provider}.example`, subject: userId, userId, name };
  await app.core.uow.transaction(({ socialAccounts }) =>
    socialAccounts.insert({ ...account, createdAt: app.core.clock.now() }),
  );
}

/** Creates an account like a sign-up with a provider: without a password. */
export async function addLinkedMember(
  app: TestApp,
  username: string,
  { provider = 'oidc', isAdmin = false }: { provider?: OauthProvider; isAdmin?: boolean } = {},
): Promise<Member> {
  const member = await addMember(app, username, { passwordHash: null, isAdmin });
  await linkAccount(app, member, provider);
  return member;
}
