import { api } from '#sdk/contract/api.js';
import { isoTime } from '#sdk/contract/formats/iso-time.js';
import type { WorkloadIdentity } from '#sdk/contract/workload-identities.js';
import { implement, type Route } from '../../http/implement.ts';
import type { WorkloadIdentityService } from './service.ts';
import type { WorkloadSignIn } from './sign-in.ts';
import type { WorkloadIdentityRecord } from './types.ts';

interface Deps {
  workloadIdentities: WorkloadIdentityService;
  workloadSignIn: WorkloadSignIn;
}

export function createWorkloadIdentityRoutes({ workloadIdentities, workloadSignIn }: Deps): Route[] {
  return [
    implement(api.workloadIdentities.list, async () => (await workloadIdentities.list()).map(present)),

    implement(api.workloadIdentities.create, async ({ actor, body }) =>
      present(await workloadIdentities.create(body, actor)),
    ),

    implement(api.workloadIdentities.remove, async ({ actor, params }) =>
      workloadIdentities.remove(params.id, actor),
    ),

    implement(api.workloadIdentities.signIn, async ({ actor, body }) => {
      const { accessToken, expiresAt } = await workloadSignIn.signIn(body.token, actor);
      return { accessToken, accessTokenExpiresAt: isoTime(expiresAt) };
    }),
  ];
}

function present(identity: WorkloadIdentityRecord): WorkloadIdentity {
  const { id, name, userId, username, issuer, audience, claims, scopes, createdAt } = identity;
  return {
    id,
    name,
    user: { id: userId, username },
    issuer,
    audience,
    claims: { ...claims },
    scopes: [...scopes],
    createdAt: isoTime(createdAt),
  };
}
