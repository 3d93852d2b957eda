import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { api } from '#sdk/contract/api.js';
import type { EndpointDefinition } from '#sdk/contract/endpoint.js';
import { FileId } from '#sdk/contract/formats/primitives.js';
import { createPathWriter } from './logged-path.ts';

const endpoints = Object.values(api).flatMap((group) => Object.values<EndpointDefinition>(group));
const writePath = createPathWriter(endpoints);
const id = '0123456789abcdef0123456789abcdef';

it.each([
  ['/', '/'],
  ['/api/shares', '/api/shares'],
  ['/api/shares/all', '/api/shares/all'],
  ['/api/shares/holiday/archive', '/api/shares/:id/archive'],
  [`/api/shares/holiday/files/${id}`, `/api/shares/:id/files/${id}`],
  ['/api/shares/isShareIdAvailable/holiday', '/api/shares/isShareIdAvailable/:id'],
  ['/api/reverseShares/token/fsq_secret', '/api/reverseShares/token/:token'],
  [`/api/reverseShares/${id}`, `/api/reverseShares/${id}`],
  ['/api/auth/resetPassword/ann@example.org', '/api/auth/resetPassword/:email'],
  [`/api/uploads/${id}`, '/api/uploads/:uploadId'],
  ['/api/oauth/link/github', '/api/oauth/link/github'],
  ['/d/holiday/beach/sun.jpg', '/d/:id/*path'],
  ['/s/holiday', '/s/:id'],
  ['/share/holiday', '/share/:id'],
  ['/upload', '/upload'],
  ['/upload/fsq_secret', '/upload/:token'],
])('writes %s as %s', (path, written) => {
  expect(writePath(path)).toBe(written);
});

it.each([
  ['a value that the parameter does not take', '/api/users/secret', '/api/users/:id'],
  ['more than the route has', '/s/holiday/secret', '/s/:id/[hidden]'],
  ['a trailing slash', '/s/holiday/', '/s/:id/[hidden]'],
  ['an empty parameter', '/api/shares//archive', '/api/shares/[hidden]'],
  ['doubled slashes', '//s/secret', '//[hidden]'],
  ['encoded words', '/%73/secret', '/[hidden]'],
  ['upper case', '/S/SECRET', '/[hidden]'],
  ['no route', '/secret', '/[hidden]'],
])('hides %s', (_name, path, written) => {
  expect(writePath(path)).toBe(written);
});

it('hides a value that another route in the same place does not allow to be logged', () => {
  const routeOf = (name: string, schema: z.ZodMiniType): EndpointDefinition => ({
    method: 'GET',
    path: `/planted/:${name}`,
    access: 'user',
    apiKey: 'session',
    summary: 'Planted',
    params: z.strictObject({ [name]: schema }),
    errors: [],
  });
  const shown = routeOf('id', FileId);
  const hidden = routeOf('token', z.string());
  const path = `/api/planted/${id}`;
  expect(createPathWriter([shown, shown])(path)).toBe(path);
  expect(createPathWriter([shown, hidden])(path)).toBe('/api/planted/:id');
  expect(createPathWriter([hidden, shown])(path)).toBe('/api/planted/:token');
});
