import * as z from 'zod/mini';
import { defineEndpoint, type Scope } from './endpoint.ts';
import { isWebAddress } from './formats/addresses.ts';
import { CurrentPassword, Timestamp, UserId, WorkloadIdentityId } from './formats/primitives.ts';

/** What a workload can do: never more than an API key, and nothing as an administrator. */
export const workloadScopes = [
  'shares:read',
  'shares:write',
  'reverse-shares',
] as const satisfies readonly Scope[];

/** The `iss` of the tokens, to which `/.well-known/openid-configuration` is appended. */
const Issuer = z.string().check(
  z.maxLength(500),
  z.refine((text) => isWebAddress(text) && !/[?#]/.test(text), 'invalid'),
  z.describe('Issuer of the tokens, such as https://token.actions.githubusercontent.com'),
);

const Audience = z.string().check(z.trim(), z.minLength(1), z.maxLength(500));

const ClaimName = z.string().check(z.regex(/^[a-z][\w.:/-]{0,199}$/i, 'invalid'));

/** A value, or its beginning followed by `*`. */
const ClaimPattern = z.string().check(z.maxLength(500), z.regex(/^[^*]+\*?$/, 'claim_pattern'));

const Claims = z.record(ClaimName, ClaimPattern).check(
  z.refine((claims) => Object.keys(claims).length > 0, 'required'),
  z.refine((claims) => Object.keys(claims).length <= 20, 'invalid'),
);

/**
 * Issuers that sign tokens for anybody, and the claims that name whom a token is for: without a condition for one of
 * them, every customer of the issuer could sign in.
 */
const publicIssuers: Readonly<Record<string, readonly string[]>> = {
  'https://token.actions.githubusercontent.com': [
    'sub',
    'repository',
    'repository_id',
    'repository_owner',
    'repository_owner_id',
    'enterprise_id',
  ],
  'https://gitlab.com': ['sub', 'project_id', 'project_path', 'namespace_id', 'namespace_path'],
};

interface Conditions {
  issuer: string;
  claims: Readonly<Record<string, string>>;
}

function namesItsOwner({ issuer, claims }: Conditions): boolean {
  const names = publicIssuers[issuer.replace(/\/$/, '').toLowerCase()];
  if (!names) return true;
  // The beginning of a name is not enough: anybody can register another name that begins the same. After a slash, the
  // owner is complete.
  return names.some((name) => /^[^*]+(\/[^*]*\*)?$/.test(claims[name] ?? ''));
}

/**
 * A rule by which workloads, such as jobs of a CI system, sign in without a secret: with the token that their system
 * signs for them (OpenID Connect).
 */
export const WorkloadIdentity = z.strictObject({
  id: WorkloadIdentityId,
  name: z.string(),
  /** The account that the workloads act as, with these scopes and never as an administrator. */
  user: z.strictObject({ id: UserId, username: z.string() }),
  issuer: z.string(),
  audience: z.string(),
  /** Each claim must have this value; one that ends with `*` must begin with it. */
  claims: z.record(z.string(), z.string()),
  scopes: z.array(z.enum(workloadScopes)),
  createdAt: Timestamp,
});
export type WorkloadIdentity = z.output<typeof WorkloadIdentity>;

/** A new workload identity: which jobs of which CI system may act as which user. */
export const CreateWorkloadIdentity = z
  .strictObject({
    name: z
      .string()
      .check(z.trim(), z.minLength(1), z.maxLength(60), z.describe('What the workload identity is for')),
    userId: UserId,
    issuer: Issuer,
    audience: z.optional(
      Audience.check(z.describe('Audience of the tokens; the URL of this instance if omitted')),
    ),
    claims: Claims,
    scopes: z
      .array(z.enum(workloadScopes))
      .check(z.minLength(1), z.maxLength(workloadScopes.length), z.describe('What the workload can do')),
    password: CurrentPassword,
  })
  .check(z.refine(namesItsOwner, { path: ['claims'], message: 'claims_too_open' }));
export type CreateWorkloadIdentity = z.input<typeof CreateWorkloadIdentity>;

export const workloadIdentities = {
  list: defineEndpoint({
    method: 'GET',
    path: '/workloadIdentities',
    access: 'admin',
    apiKey: 'admin',
    summary: 'List the workload identities, oldest first',
    response: z.array(WorkloadIdentity),
    errors: [],
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/workloadIdentities',
    access: 'admin',
    apiKey: 'session',
    summary: 'Let workloads, such as CI jobs, sign in to an account with tokens that their system signs',
    status: 201,
    body: CreateWorkloadIdentity,
    response: WorkloadIdentity,
    errors: ['password_wrong', 'fresh_sign_in_required', 'user_not_found', 'workload_identity_name_taken'],
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/workloadIdentities/:id',
    access: 'admin',
    apiKey: 'admin',
    summary: 'Delete a workload identity; the access tokens of its workloads stop working immediately',
    params: z.strictObject({ id: WorkloadIdentityId }),
    errors: ['workload_identity_not_found'],
  }),
  signIn: defineEndpoint({
    method: 'POST',
    path: '/auth/workload',
    access: 'anyone',
    apiKey: 'session',
    summary: 'Exchange the signed token of a workload for an access token, which works for 15 minutes',
    body: z.strictObject({
      token: z
        .string()
        .check(
          z.minLength(1),
          z.maxLength(16_384),
          z.describe('JSON Web Token (RFC 7519) that the system of the workload has issued to it'),
        ),
    }),
    response: z.strictObject({
      /** `fsw_…`; sent as `Authorization: Bearer`, like an API key. */
      accessToken: z.string(),
      accessTokenExpiresAt: Timestamp,
    }),
    errors: ['workload_refused'],
  }),
};
