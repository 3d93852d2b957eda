import type { ParameterizedContext } from 'koa';
import type { Logger } from '../logger.ts';
import type { ClientAddress } from './client-address.ts';

export interface RequestState {
  requestId: string;
  client: ClientAddress;
  logger: Logger;
  /** The request came to the origin of content, from which the page of another origin shows it. */
  isContentHost?: true;
}

/** Koa's context with what our own middleware puts there. */
export type Context = ParameterizedContext<RequestState>;

export type Next = () => Promise<unknown>;

export type Middleware = (ctx: Context, next: Next) => Promise<unknown>;
