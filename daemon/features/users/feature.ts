import type { Core } from '../../app/core.ts';
import type { Repos } from '../../app/repos.ts';
import type { SessionCookies } from '../../http/cookies/session.ts';
import type { Route } from '../../http/implement.ts';
import type { JobWaker } from '../../jobs/runner.ts';
import type { AnnounceEvent } from '../webhooks/types.ts';
import type { AccountMails } from './account-mails-port.ts';
import { type ConfirmPassword, createConfirmPassword } from './confirm-password.ts';
import { createFollowIdentity, type FollowIdentity } from './follow-identity.ts';
import { createGroupPolicy, type GroupPolicy } from './group-policy.ts';
import { createManagedUsers } from './managed-users.ts';
import { createUser, setEmail } from './new-user.ts';
import { createOwnAccount } from './own-account.ts';
import { emailKey } from './policy.ts';
import type { ListSources } from './remove-account.ts';
import { createUsersRoutes } from './routes.ts';

/** What the features of sign-in need from users. */
export interface UserPorts {
  confirmPassword: ConfirmPassword;
  createUser: typeof createUser;
  setEmail: typeof setEmail;
  emailKey: typeof emailKey;
  followIdentity: FollowIdentity;
  groupPolicy: GroupPolicy;
  listSources: ListSources;
}

export function createUserPorts(core: Core, ports: { listSources: ListSources }): UserPorts {
  return {
    confirmPassword: createConfirmPassword(core),
    createUser,
    setEmail,
    emailKey,
    followIdentity: createFollowIdentity(core),
    groupPolicy: createGroupPolicy({ ...core, ...ports }),
    ...ports,
  };
}

interface Ports {
  announceEvent: AnnounceEvent;
  confirmPassword: ConfirmPassword;
  cookies: SessionCookies;
  jobs: JobWaker;
  listSources: ListSources;
  mails: AccountMails<Repos>;
}

export function createUsersFeature(core: Core, ports: Ports): { routes: readonly Route[] } {
  const { hashNewPassword } = core.users;
  return {
    routes: createUsersRoutes({
      config: core.config,
      ownAccount: createOwnAccount({ ...core, ...ports }),
      managedUsers: createManagedUsers({ ...core, ...ports, hashNewPassword }),
      cookies: ports.cookies,
    }),
  };
}
