import { api } from '#sdk/contract/api.js';
import { type Access, type EndpointDefinition, type KeyAccess, scopes } from '#sdk/contract/endpoint.js';
import { shareActions } from '#sdk/contract/shares/actions.js';
import type { Route } from './implement.ts';

const accesses: readonly Access[] = ['anyone', 'user', 'admin', ...shareActions];

const keyAccesses: readonly KeyAccess[] = [...scopes, 'any', 'visit', 'session'];

/** Every route declares who may call it: a route without a declaration must not be served. */
export function assertDeclared({ method, path, access, apiKey }: EndpointDefinition): void {
  if (!accesses.includes(access) || !keyAccesses.includes(apiKey)) {
    throw new Error(`${method} ${path} does not say who may call it`);
  }
}

/** Returns the routes if they implement each endpoint of the contract exactly once, and nothing else. */
export function requireComplete(routes: readonly Route[]): readonly Route[] {
  const promised = Object.values(api).flatMap((group) => Object.values<EndpointDefinition>(group));
  const bound = routes.map(({ endpoint }) => endpoint);
  for (const endpoint of new Set([...promised, ...bound])) {
    const { method, path } = endpoint;
    if (!promised.includes(endpoint)) throw new Error(`${method} ${path} is not in the contract`);
    const count = bound.filter((other) => other === endpoint).length;
    if (count !== 1) throw new Error(`${method} ${path} has ${count} routes in place of one`);
  }
  return routes;
}
