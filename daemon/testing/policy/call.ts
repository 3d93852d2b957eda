import { api, apiBase } from '#sdk/contract/api.js';
import type { EndpointDefinition } from '#sdk/contract/endpoint.js';
import { type ErrorCode, errorCatalogue, isErrorCode } from '#sdk/contract/errors.js';
import type { Member } from '../members.ts';
import type { Outcome } from './expected.ts';
import type { RequestParts, RequestRow } from './request-rows.ts';
import { requests } from './requests.ts';
import type { TestShare, World } from './world.ts';

const endpoints: Readonly<Record<string, Readonly<Record<string, EndpointDefinition>>>> = api;

/** Every endpoint as `feature.name`, and every download with HEAD too. */
export const allEndpoints = Object.entries(endpoints).flatMap(([feature, group]) =>
  Object.entries(group).flatMap(([name, endpoint]) =>
    methodsOf(endpoint).map((method) => ({ id: `${feature}.${name}`, method, endpoint })),
  ),
);

function methodsOf({ kind, method }: EndpointDefinition): string[] {
  return kind === 'stream' && method === 'GET' ? ['GET', 'HEAD'] : [method];
}

/** Every endpoint with each of its requests. */
export const cases = allEndpoints.flatMap((target) =>
  (requests[target.id] ?? []).map((row) => {
    const title = `${target.method} ${target.id}${row.share ? ` of a share that is ${row.share}` : ''}`;
    return { ...target, row, title };
  }),
);

const noShare: TestShare = { id: '', key: '' as TestShare['key'], uploadToken: '', fileId: '', uploadId: '' };

/** Prepares a request with data of its own. */
export async function prepareRequest(
  world: World,
  row: RequestRow,
  owner: Member,
): Promise<{ parts: RequestParts; share: TestShare | null }> {
  const share = row.share ? await world.share(owner, row.share) : null;
  const { headers, ...parts } = await row.build({ world, owner, share: share ?? noShare });
  return { parts: { ...parts, headers: { ...world.nextAddress(), ...headers } }, share };
}

const refusals: readonly ErrorCode[] = [
  'sign_in_required',
  'session_expired',
  'api_key_invalid',
  'forbidden',
  'api_key_scope',
  'api_key_refused',
  'share_token_required',
  'share_anonymous_disabled',
  'api_key_required',
] satisfies readonly Outcome[];

/** An endpoint and one of its requests. */
export interface Target {
  method: string;
  endpoint: EndpointDefinition;
}

export async function send(
  url: string,
  { method, endpoint }: Target,
  { params = {}, query, json, headers, body }: RequestParts,
): Promise<{ status: number; text: string }> {
  const path = endpoint.path.replaceAll(/[:*](\w+)/g, (_match, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = query ? `?${new URLSearchParams(query).toString()}` : '';
  const response = await fetch(`${url}${endpoint.base ?? apiBase}${path}${search}`, {
    method,
    redirect: 'manual',
    headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(json !== undefined ? { body: JSON.stringify(json) } : body !== undefined && { body }),
  });
  return { status: response.status, text: await response.text() };
}

/** Sends a request and returns the outcome; an error that is none of the outcomes is returned as its code. */
export async function callEndpoint(
  url: string,
  target: Target & { row: RequestRow },
  parts: RequestParts,
  presented: Record<string, string>,
): Promise<string> {
  const answer = await send(url, target, { ...parts, headers: { ...parts.headers, ...presented } });
  return target.method === 'HEAD'
    ? `status ${answer.status}`
    : outcomeOf(target.endpoint, target.row, answer);
}

function outcomeOf(
  { errors }: EndpointDefinition,
  { answers }: RequestRow,
  { status, text }: { status: number; text: string },
): string {
  if (status < 400) return 'allowed';
  const { error } = JSON.parse(text) as { error: unknown };
  if (!isErrorCode(error)) return text;
  if (refusals.includes(error)) return error;
  if (answers?.includes(error)) return 'allowed';
  return errors.includes(error) && status === 404 ? 'hidden' : error;
}

/** Reduces an outcome to its status for HEAD, whose answer has no body. */
export function asAnswered(method: string, outcome: Outcome): string {
  if (method !== 'HEAD') return outcome;
  if (outcome === 'allowed') return 'status 200';
  return `status ${outcome === 'hidden' ? 404 : errorCatalogue[outcome].status}`;
}
