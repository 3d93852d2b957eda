import { expect, it } from 'vitest';
import { api } from '#sdk/contract/api.js';
import type { EndpointDefinition } from '#sdk/contract/endpoint.js';
import type { Route } from './implement.ts';
import { requireComplete } from './route-table.ts';
import { createApiRouter } from './router.ts';

const right = {
  method: 'GET',
  path: '/planted',
  access: 'user',
  apiKey: 'session',
  summary: 'Planted',
  errors: [],
} as const satisfies EndpointDefinition;

const routeOf = (endpoint: object): Route => ({
  endpoint: endpoint as EndpointDefinition,
  handle: async () => undefined,
});

function openRouter(...routes: Route[]): unknown {
  const unknown = async () => null;
  const authenticator = { verifySession: unknown, verifyApiKey: unknown, verifyWorkload: unknown };
  return createApiRouter({ routes, authenticator, checkResponses: true, limits: { bodyTimeout: 1000 } });
}

const { access: _access, ...withoutAccess } = right;
const { apiKey: _apiKey, ...withoutKey } = right;

it.each([
  ['no access', withoutAccess],
  ['no need of API keys', withoutKey],
  ['an unknown access', { ...right, access: 'everybody' }],
  ['an unknown action on shares', { ...right, access: 'share:everything' }],
  ['an unknown scope', { ...right, apiKey: 'shares' }],
  ['an empty access', { ...right, access: '' }],
])('serves no route that declares %s', (_name, endpoint) => {
  expect(() => openRouter(routeOf(right), routeOf(endpoint))).toThrow(
    'GET /planted does not say who may call it',
  );
});

it('serves what says who may', () => {
  expect(openRouter(routeOf(right))).toHaveLength(2);
});

const all = Object.values(api)
  .flatMap((group) => Object.values<EndpointDefinition>(group))
  .map(routeOf);

it('takes every endpoint of the contract, once, and no other', () => {
  expect(requireComplete(all)).toBe(all);
  const { method, path } = all.at(-1)?.endpoint ?? right;
  expect(() => requireComplete(all.slice(0, -1))).toThrow(`${method} ${path} has 0 routes`);
  expect(() => requireComplete([...all, ...all.slice(-1)])).toThrow(`${method} ${path} has 2 routes`);
  expect(() => requireComplete([...all, routeOf(right)])).toThrow('GET /planted is not in the contract');
});
