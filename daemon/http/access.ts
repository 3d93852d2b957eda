import { type EndpointDefinition, type KeyAccess, scopes } from '#sdk/contract/endpoint.js';
import { AppError } from '#sdk/contract/errors.js';
import { type Actor, signInError } from './actor.ts';

/**
 * Authorizes an actor for an endpoint. The share policy decides afterwards what the actor may do with one share.
 *
 * @throws AppError `sign_in_required`, `session_expired`, `api_key_invalid`, `forbidden`, `api_key_scope`,
 *   `api_key_refused`
 */
export function authorizeEndpoint(endpoint: EndpointDefinition, actor: Actor): Actor {
  const known = applyKey(endpoint.apiKey, actor);
  // Otherwise a script whose key was revoked would create shares without an owner.
  if (known.deadCredential?.isInHeader && actsForAccount(endpoint)) throw signInError(known);
  if (endpoint.access !== 'user' && endpoint.access !== 'admin') return known;
  if (endpoint.access === 'admin' && known.isHost) return known;
  if (!known.user) throw signInError(known);
  if (endpoint.access === 'admin' && !known.user.isAdmin) throw new AppError('forbidden');
  return known;
}

/**
 * Whether anyone may call the endpoint, but with different results for an account. The share policy handles its own
 * cases.
 */
function actsForAccount({ access, apiKey }: EndpointDefinition): boolean {
  return access === 'anyone' && (scopes as readonly KeyAccess[]).includes(apiKey);
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
