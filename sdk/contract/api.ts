import { apiKeys } from './api-keys.ts';
import { audit } from './audit.ts';
import { auth } from './auth.ts';
import { configs } from './config/api.ts';
import type { EndpointDefinition } from './endpoint.ts';
import { direct } from './files/direct.ts';
import { files } from './files.ts';
import { jobs } from './jobs.ts';
import { mails } from './mails.ts';
import { oauth } from './oauth.ts';
import { ownerMails } from './owner-mails.ts';
import { reverseShares } from './reverse-shares.ts';
import { sessions } from './sessions.ts';
import { malware } from './shares/malware.ts';
import { shares } from './shares.ts';
import { statistics } from './statistics.ts';
import { system } from './system.ts';
import { totp } from './totp.ts';
import { uploads } from './uploads.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks/api.ts';
import { workloadIdentities } from './workload-identities.ts';

/**
 * Every endpoint of the API, by feature. Paths are below `/api`, except those of direct links. This is also the
 * policy table: each row says which callers are allowed (`access`) and what an API key needs (`apiKey`).
 */
export const api = {
  system,
  configs,
  auth,
  totp,
  oauth,
  sessions,
  apiKeys,
  workloadIdentities,
  users,
  ownerMails,
  shares,
  files,
  direct,
  uploads,
  reverseShares,
  audit,
  jobs,
  mails,
  malware,
  webhooks,
  statistics,
};

export type Api = typeof api;

export const apiBase = '/api';

/** Returns the path of an endpoint, relative to the address of the instance. */
export function fullPath({ base, path }: Pick<EndpointDefinition, 'base' | 'path'>): string {
  return `${base ?? apiBase}${path}`;
}
