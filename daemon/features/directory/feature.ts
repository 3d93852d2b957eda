import { api } from '#sdk/contract/api.js';
import type { Core } from '../../app/core.ts';
import type { Context, Middleware } from '../../http/context.ts';
import type { SessionCookies } from '../../http/cookies/session.ts';
import type { LoginCookie } from '../../http/cookies/sign-in.ts';
import { implement, type Route } from '../../http/implement.ts';
import { authenticate, checkDirectory, lookUp } from '../../ldap/directory.ts';
import type { ReplaceSession } from '../auth/replace-session.ts';
import type { AuthService } from '../auth/service.ts';
import type { DirectoryPort } from '../auth/types.ts';
import type { FindRefusal, NoteRefusal } from '../oauth/refusals.ts';
import type { ProviderSignIn } from '../oauth/sign-in.ts';
import type { GroupPolicy } from '../users/group-policy.ts';
import { createFollowGroups } from './follow-groups.ts';
import { createLdapSignIn, toProfile } from './ldap-sign-in.ts';
import { createProxyPages } from './proxy-routes.ts';
import { createProxySignIn } from './proxy-sign-in.ts';
import { createTestDirectory } from './test-directory.ts';

interface Ports {
  auth: Pick<AuthService, 'findOwner'>;
  cookies: SessionCookies;
  findRefusal: FindRefusal;
  groupPolicy: GroupPolicy;
  loginCookie: LoginCookie;
  noteRefusal: NoteRefusal;
  replaceSession: ReplaceSession;
  signIn: ProviderSignIn;
}

export interface DirectoryFeature {
  ldap: DirectoryPort;
  /** Signs people in whom the proxy names. */
  proxyPages: Middleware;
  routes: readonly Route[];
}

/** Composes signing in with the directory (LDAP), and with the headers of a proxy. */
export function createDirectoryFeature(core: Core, ports: Ports): DirectoryFeature {
  const { auth, cookies, findRefusal, groupPolicy, noteRefusal, signIn } = ports;
  const testDirectory = createTestDirectory({
    ...core,
    groupPolicy,
    checkDirectory,
    lookUp,
    findRefusal: (person, actor) => findRefusal({ provider: 'ldap', profile: toProfile(person) }, actor),
  });
  return {
    ldap: createLdapSignIn({ ...core, noteRefusal, signIn, authenticate }),
    routes: [
      implement(api.configs.testDirectory, async ({ body, actor }) => testDirectory(body.username, actor)),
    ],
    proxyPages: createProxyPages({
      ...core,
      ...ports,
      hasAdmin: core.users.hasAdmin,
      signIn: createProxySignIn({
        ...core,
        noteRefusal,
        signIn,
        followGroups: createFollowGroups({ ...core, groupPolicy }),
      }),
      async findOwner(ctx: Context) {
        const accessToken = cookies.readAccess(ctx);
        return accessToken === null ? null : auth.findOwner(accessToken);
      },
    }),
  };
}
