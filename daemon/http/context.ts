import type { ParameterizedContext } from 'koa';
import type { AppError } from '#sdk/contract/errors.js';
import type { Logger } from '../logger.ts';
import type { ClientAddress } from './client-address.ts';

export interface RequestState {
  requestId: string;
  client: ClientAddress;
  logger: Logger;
  /** The request came to the origin of content, from which the page of another origin shows it. */
  isContentHost?: true;
  /** Meant for callers without an account: their browser has opened an address that may be another website's. */
  addressRefusal?: AppError;
}

/** Koa's context with what our own middleware puts there. */
export type Context = ParameterizedContext<RequestState>;

export type Next = () => Promise<unknown>;

export type Middleware = (ctx: Context, next: Next) => Promise<unknown>;
