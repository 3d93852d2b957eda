import { type EndpointDefinition, type KeyAccess, scopes } from '#sdk/contract/endpoint.js';
import { AppError } from '#sdk/contract/errors.js';
import { isShareAction } from '#sdk/contract/shares/actions.js';
import { type Actor, signInError } from './actor.ts';

/**
 * Authorizes an actor for an endpoint. The share policy decides afterwards what the actor may do with one share.
 *
 * @throws AppError `sign_in_required`, `session_expired`, `api_key_invalid`, `forbidden`, `api_key_scope`,
 *   `api_key_refused`, `totp_setup_required`
 */
export function authorizeEndpoint(endpoint: EndpointDefinition, actor: Actor): Actor {
  const known = applyTotp(endpoint, applyKey(endpoint.apiKey, actor));
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

/** Keys go on working: they belong to programs, which have no second factor. */
function applyTotp(endpoint: EndpointDefinition, actor: Actor): Actor {
  if (!actor.user?.mustEnableTotp || actor.apiKey || endpoint.beforeTotp) return actor;
  // As a visitor, a person can open the shares of others.
  if (isShareAction(endpoint.access) || endpoint.apiKey === 'visit') return { ...actor, user: null };
  if (endpoint.access === 'anyone' && !actsForAccount(endpoint)) return actor;
  throw new AppError('totp_setup_required');
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
