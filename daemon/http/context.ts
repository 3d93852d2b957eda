import type { ParameterizedContext } from 'koa';
import type { AppError } from '#sdk/contract/errors.js';
import type { Logger } from '../logger.ts';
import type { ClientAddress } from './client-address.ts';

export interface RequestState {
  requestId: string;
  client: ClientAddress;
  /** Writes the id of the request with every line. */
  readonly logger: Logger;
  /** The access token of a session that was opened for this request: its cookie is only in the answer. */
  accessToken?: string;
  /** The request was sent to the content origin, whose answers the page of another origin shows. */
  isContentHost?: true;
  /** The request is for a file of a share like by a direct link: without a share token, and with its password. */
  isDirectLink?: true;
  /** Thrown for actors without an account: their browser has opened an address that may belong to another website. */
  addressRefusal?: AppError;
}

/** Koa's context with the state that our own middleware adds. */
export type Context = ParameterizedContext<RequestState>;

export type Next = () => Promise<unknown>;

export type Middleware = (ctx: Context, next: Next) => Promise<unknown>;
