import * as z from 'zod/mini';
import { CreateWorkloadIdentity } from '#sdk/contract/workload-identities.js';

/** The CI systems that the form knows: their issuer, and conditions that name a repository and its main branch. */
export const knownSystems = {
  github: {
    name: 'GitHub Actions',
    issuer: 'https://token.actions.githubusercontent.com',
    sample: ['repository=acme/app', 'ref=refs/heads/main'],
  },
  gitlab: {
    name: 'GitLab.com',
    issuer: 'https://gitlab.com',
    sample: ['project_path=acme/app', 'ref=main'],
  },
} as const;

export type KnownSystem = keyof typeof knownSystems;

export const knownSystemNames: readonly KnownSystem[] = ['github', 'gitlab'];

export function isKnownSystem(name: string): name is KnownSystem {
  return Object.hasOwn(knownSystems, name);
}

/** Conditions of the other systems. */
export const usualSample = ['sub=system:serviceaccount:ci:builds'] as const;

const { name, issuer, audience, scopes, password } = CreateWorkloadIdentity.shape;

/** What people enter: an account by its name, and conditions as lines. */
export const WorkloadForm = z.strictObject({
  name,
  user: z.string().check(z.trim(), z.minLength(1)),
  system: z.string(),
  issuer,
  audience,
  claims: z.string().check(z.refine((text) => readConditions(text) !== null, 'claims_malformed')),
  scopes,
  password,
});
export type WorkloadForm = z.input<typeof WorkloadForm>;

export function toBody(form: WorkloadForm, userId: CreateWorkloadIdentity['userId']): CreateWorkloadIdentity {
  const { user: _user, system: _system, claims, ...rest } = form;
  return { ...rest, userId, claims: readConditions(claims) ?? {} };
}

/** Reads lines such as `ref=refs/heads/main`; null if one is no condition, or two have the same name. */
export function readConditions(text: string): Record<string, string> | null {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const pairs = lines.map((line) => {
    const at = line.indexOf('=');
    return [line.slice(0, Math.max(at, 0)).trim(), line.slice(at + 1).trim()] as const;
  });
  const names = new Set(pairs.map(([claim]) => claim));
  const isWhole = pairs.every(([claim, value]) => claim !== '' && value !== '');
  return pairs.length > 0 && isWhole && names.size === pairs.length ? Object.fromEntries(pairs) : null;
}
