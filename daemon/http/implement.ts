import type { EndpointDefinition, EndpointOutput, ParsedInput } from '#sdk/contract/endpoint.js';
import { isShareAction } from '#sdk/contract/shares/actions.js';
import type { Actor } from './actor.ts';
import type { Context } from './context.ts';

export interface HandlerInput<E> extends ParsedInput<E> {
  actor: Actor;
  ctx: Context;
  /** Authorizes the request once more, after work in which the account may have lost its rights. */
  authorizeAgain(): Promise<Actor>;
}

/**
 * A handler of a `json` or `form` endpoint returns the response; one of a `stream` or `tus` endpoint writes it itself. One
 * of a `put` endpoint returns it and sets its link as `Location`.
 */
export type Handler<E> = (input: HandlerInput<E>) => Promise<EndpointOutput<E>>;

/** An endpoint with the code that answers it. */
export interface Route {
  endpoint: EndpointDefinition;
  handle(input: HandlerInput<EndpointDefinition>): Promise<unknown>;
}

/**
 * Binds a handler to its endpoint. The router validates, authorizes and encodes around it, see `router.ts`.
 *
 * Endpoints that are authorized per share are bound by `implementForShare` of the shares feature instead, so that none
 * can forget the check.
 */
export function implement<const E extends EndpointDefinition>(endpoint: E, handler: Handler<E>): Route {
  if (isShareAction(endpoint.access)) {
    throw new Error(`${endpoint.method} ${endpoint.path} must be bound by implementForShare`);
  }
  return bind(endpoint, handler);
}

/** @see implement */
export function bind<const E extends EndpointDefinition>(endpoint: E, handler: Handler<E>): Route {
  // The router parses with this very endpoint, so the input has the types that the handler expects.
  return { endpoint, handle: handler };
}
