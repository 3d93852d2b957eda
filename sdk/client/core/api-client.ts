import { type Api, api, apiBase } from '../../contract/api.ts';
import type { EndpointDefinition, EndpointInput, EndpointOutput } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { readAnswer } from './answer.ts';
import type { Transport } from './transport.ts';

/** Options that every method of the API accepts in addition to its input. */
export interface CallOptions {
  /** Aborts the request: the method then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** A token to send instead of the session (RFC 6750, section 2.1), such as the upload token of a draft. */
  token?: string | undefined;
}

/**
 * One method per endpoint that answers JSON: `client.shares.get({ params: { id } })`, with a file
 * `client.configs.uploadLogo({ file: blob })`.
 */
export type EndpointMethod<E> =
  Record<never, never> extends EndpointInput<E>
    ? (input?: EndpointInput<E>, options?: CallOptions) => Promise<EndpointOutput<E>>
    : (input: EndpointInput<E>, options?: CallOptions) => Promise<EndpointOutput<E>>;

type JsonEndpoints<F> = {
  [K in keyof F as F[K] extends EndpointDefinition & { kind: 'stream' | 'tus' | 'put' | 'redirect' }
    ? never
    : K]: EndpointMethod<F[K]>;
};

/** The whole API as typed methods, by feature, built at run time from the contract's table. */
export type ApiClient = {
  [F in keyof Api as keyof JsonEndpoints<Api[F]> extends never ? never : F]: JsonEndpoints<Api[F]>;
};

interface AnyInput {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | undefined>>;
  body?: unknown;
  file?: Blob;
}

/**
 * Makes the methods of the API. Each throws {@link AppError} when the server refuses, NetworkError when it is not
 * reached, and the signal's reason when it is aborted.
 */
export function createApiClient(transport: Transport): ApiClient {
  const client: Record<string, Record<string, unknown>> = {};
  for (const [feature, endpoints] of Object.entries(api)) {
    const methods = Object.entries<EndpointDefinition>(endpoints)
      .filter(([, endpoint]) => answersJson(endpoint))
      .map(([name, endpoint]): [string, unknown] => [name, createMethod(transport, endpoint)]);
    client[feature] = Object.fromEntries(methods);
  }
  // The loop over the table is what the mapped type describes; TypeScript cannot follow it.
  return client as unknown as ApiClient;
}

function answersJson({ kind = 'json' }: EndpointDefinition): boolean {
  return kind === 'json' || kind === 'form';
}

function createMethod(transport: Transport, endpoint: EndpointDefinition) {
  return async (input: AnyInput = {}, options: CallOptions = {}): Promise<unknown> => {
    const response = await transport.send({
      method: endpoint.method,
      path: buildPath(endpoint.path, input, endpoint.base),
      ...(options.token !== undefined && { headers: { authorization: `Bearer ${options.token}` } }),
      ...(input.body !== undefined && { body: input.body }),
      ...(input.file !== undefined && { file: input.file }),
      signal: options.signal,
    });
    return readAnswer(response, endpoint.response !== undefined);
  };
}

/** The path and query of an endpoint; `base` is `/api` by default. */
export function buildPath(
  pattern: string,
  input: Pick<AnyInput, 'params' | 'query'>,
  base: string = apiBase,
): string {
  const path = pattern
    .replaceAll(/:(\w+)/g, (_match, name: string) => encodePathPart(input.params?.[name]))
    .replace(/\*(\w+)$/, (_match, name: string) => encodePath(input.params?.[name]));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, value);
  }
  return `${base}${path}${query.size > 0 ? `?${query}` : ''}`;
}

function encodePath(value = ''): string {
  return value.split('/').map(encodePathPart).join('/');
}

/** URL parsers resolve dots, even encoded ones: such a value would call another endpoint. */
export function encodePathPart(value: string | undefined): string {
  if (value === undefined || /^\.{0,2}$/.test(value)) throw new AppError('not_found');
  return encodeURIComponent(value);
}
