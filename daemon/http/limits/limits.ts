/** What one server bears. Times are milliseconds. */
export interface ServerLimits {
  /** Open connections in all. */
  connections: number;
  /** Open connections of one client: an IPv4 address or an IPv6 network of 64 bits. */
  connectionsPerClient: number;
  /** For all headers of a request. */
  headersTimeout: number;
  /** For the whole body of a request that is no upload. */
  bodyTimeout: number;
  /** A connection without a byte for this long is dead. */
  idleTimeout: number;
  /** A body must bring this many bytes in each window while the server waits for them. */
  rateBytes: number;
  rateWindow: number;
  /**
   * For a receiver that takes nothing. The system lets go on only when a third of its own buffer is free again, which
   * can be more than a megabyte: a slow receiver looks like a dead one for minutes.
   */
  sendTimeout: number;
  /** For running requests when the server stops; what is left then is cut. */
  stopTimeout: number;
}

export const defaultLimits: ServerLimits = {
  connections: 2000,
  connectionsPerClient: 256,
  headersTimeout: 20_000,
  bodyTimeout: 30_000,
  idleTimeout: 60_000,
  rateBytes: 120 * 1024,
  rateWindow: 120_000,
  sendTimeout: 300_000,
  stopTimeout: 28_000,
};
