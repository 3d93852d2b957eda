import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { ShareAction } from './shares/actions.ts';

/**
 * The callers that an endpoint accepts.
 *
 * - `anyone`: no session needed
 * - `user`: a signed-in user
 * - `admin`: a signed-in administrator
 * - `share:…`: decided per share by the share policy (owner, administrator, upload token, share token)
 */
export type Access = 'anyone' | 'user' | 'admin' | ShareAction;

/**
 * The permissions of an API key. A key can never do more than its owner can at that moment.
 *
 * - `shares:read` list shares, see and download one's own
 * - `shares:write` create, upload, edit, remove
 * - `reverse-shares` everything about reverse shares
 * - `admin` everything an administrator can do, if the owner is one
 */
export const scopes = ['shares:read', 'shares:write', 'reverse-shares', 'admin'] as const;

/** A permission of an API key: the access reference says which endpoints need it. */
export type Scope = (typeof scopes)[number];

/**
 * What an API key needs to call an endpoint.
 *
 * - a scope: keys without it are refused
 * - `any`: any key is accepted
 * - `visit`: any key is accepted, but one without `shares:read` counts as a visitor without an account
 * - `session`: keys are refused; a person must be signed in, as for accounts and their security
 */
export type KeyAccess = Scope | 'any' | 'visit' | 'session';

/**
 * The format of the request and response bodies.
 *
 * - `json`: JSON in, JSON out
 * - `stream`: bytes out, with Range and conditional requests (RFC 9110)
 * - `tus`: the tus 1.0.0 resumable upload protocol; see `uploads.ts`
 * - `redirect`: for the address bar of browsers; the response is always 303 with the next address
 * - `form`: one file as the part `file` of a multipart/form-data body (RFC 7578) in, JSON out
 * - `put`: the bytes of one file in, its link as plain text out, or JSON for clients that ask for it; an API key can
 *   also be the password of HTTP Basic authentication (RFC 7617)
 */
export type EndpointKind = 'json' | 'stream' | 'tus' | 'form' | 'put' | 'redirect';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';

export interface EndpointDefinition {
  method: Method;
  /** Prefix of the path; `/api` by default. */
  base?: '';
  /** With `:name` for each entry of `params`; `*name` at the end takes the rest of the path, slashes included. */
  path: `/${string}`;
  access: Access;
  apiKey: KeyAccess;
  /** Open to an account that must turn on two-factor authentication before anything else. */
  beforeTotp?: true;
  /** One line for the API reference. */
  summary: string;
  kind?: EndpointKind;
  /** Media type of a `stream` that is generated while it is sent: always whole, without ranges and conditions. */
  mediaType?: string;
  /** The file that a `form` accepts. */
  file?: { mediaType: string; maxBytes: number };
  /** Success status; by default 200, or 204 without `response`. */
  status?: 200 | 201 | 202 | 204;
  params?: z.ZodMiniObject;
  query?: z.ZodMiniObject;
  body?: z.ZodMiniType;
  response?: z.ZodMiniType;
  /** The JSON of a 202 response: there is nothing to send yet, and `Retry-After` says when to repeat the request. */
  pending?: z.ZodMiniType;
  /** Errors that it can return in addition to those of every endpoint (`commonErrors`). */
  errors: readonly ErrorCode[];
}

/**
 * Declares one endpoint. The daemon implements it, the client calls it and the OpenAPI document describes it,
 * all three from this one object.
 */
export function defineEndpoint<const E extends EndpointDefinition>(definition: E): E {
  return definition;
}

type InputPart<E, K extends 'params' | 'query' | 'body'> =
  E extends Record<K, infer S extends z.ZodMiniType> ? z.input<S> : never;
type OutputPart<E, K extends 'params' | 'query' | 'body'> =
  E extends Record<K, infer S extends z.ZodMiniType> ? z.output<S> : undefined;

type RequiredPart<E, K extends 'params' | 'query' | 'body'> = [InputPart<E, K>] extends [never]
  ? unknown
  : // A part whose every field is optional may be left out.
    Record<never, never> extends InputPart<E, K>
    ? { [P in K]?: InputPart<E, K> }
    : { [P in K]: InputPart<E, K> };

/** The input of a `form`: its file. */
type FilePart<E> = E extends { kind: 'form' } ? { file: Blob } : unknown;

/** The input of a call: the parts the endpoint declares, before parsing. */
export type EndpointInput<E> = RequiredPart<E, 'params'> &
  RequiredPart<E, 'query'> &
  RequiredPart<E, 'body'> &
  FilePart<E>;

/** The input of the daemon's handler: the parts after parsing. */
export interface ParsedInput<E> {
  params: OutputPart<E, 'params'>;
  query: OutputPart<E, 'query'>;
  body: OutputPart<E, 'body'>;
  /** The bytes of the file, for a `form`. */
  file: E extends { kind: 'form' } ? Uint8Array : undefined;
}

/** The result of a call; for a `redirect`, the next address. */
export type EndpointOutput<E> = E extends { kind: 'redirect' }
  ? string
  : E extends Record<'response', infer S extends z.ZodMiniType>
    ? z.output<S>
    : void;

/** Returns the HTTP status of a successful response. */
export function statusOf(endpoint: EndpointDefinition): number {
  if (endpoint.kind === 'redirect') return 303;
  return endpoint.status ?? (endpoint.response || endpoint.kind ? 200 : 204);
}
