import { type Access, type EndpointDefinition, type KeyAccess, scopes } from '#sdk/contract/endpoint.js';
import { AppError } from '#sdk/contract/errors.js';
import { shareActions } from '#sdk/contract/share-actions.js';
import type { Actor } from './actor.ts';

const accesses: readonly Access[] = ['anyone', 'user', 'admin', ...shareActions];

const keyAccesses: readonly KeyAccess[] = [...scopes, 'any', 'visit', 'session'];

/** Every route says who may call it: one that forgot must not be served. */
export function assertDeclared({ method, path, access, apiKey }: EndpointDefinition): void {
  if (!accesses.includes(access) || !keyAccesses.includes(apiKey)) {
    throw new Error(`${method} ${path} does not say who may call it`);
  }
}

/**
 * Who calls an endpoint, as far as the endpoint is concerned. What depends on one share is decided by the share policy
 * afterwards.
 *
 * @throws AppError `sign_in_required`, `session_expired`, `forbidden`, `api_key_scope`, `api_key_refused`
 */
export function enter(endpoint: EndpointDefinition, actor: Actor): Actor {
  const known = applyKey(endpoint.apiKey, actor);
  if (endpoint.access !== 'user' && endpoint.access !== 'admin') return known;
  if (!known.user) throw new AppError(known.isSessionDead ? 'session_expired' : 'sign_in_required');
  if (endpoint.access === 'admin' && !known.user.isAdmin) throw new AppError('forbidden');
  return known;
}

function applyKey(needed: KeyAccess, actor: Actor): Actor {
  const { apiKey } = actor;
  if (!apiKey || needed === 'any') return actor;
  if (needed === 'session') throw new AppError('api_key_refused');
  if (needed === 'visit') {
    return apiKey.scopes.includes('shares:read') ? actor : { ...actor, user: null, apiKey: null };
  }
  if (!apiKey.scopes.includes(needed)) throw new AppError('api_key_scope', { scope: needed });
  return actor;
}
