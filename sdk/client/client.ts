import type { Api } from '../contract/api.ts';
import type { EndpointDefinition, EndpointInput, EndpointOutput } from '../contract/endpoint.ts';

interface CallOptions {
  signal?: AbortSignal;
}

/** One method per JSON endpoint: `client.shares.get({ params: { id } })`. */
export type EndpointMethod<E> =
  Record<never, never> extends EndpointInput<E>
    ? (input?: EndpointInput<E>, options?: CallOptions) => Promise<EndpointOutput<E>>
    : (input: EndpointInput<E>, options?: CallOptions) => Promise<EndpointOutput<E>>;

type JsonEndpoints<F> = {
  [K in keyof F as F[K] extends EndpointDefinition & { kind: 'stream' | 'tus' } ? never : K]: EndpointMethod<
    F[K]
  >;
};

/** The whole API as typed methods, by feature, built at run time from the contract's table. */
export type ApiClient = {
  [F in keyof Api as keyof JsonEndpoints<Api[F]> extends never ? never : F]: JsonEndpoints<Api[F]>;
};
