/** The limits of one server. Times are milliseconds. */
export interface ServerLimits {
  /** Total open connections. */
  connections: number;
  /** Open connections of one client: an IPv4 address or an IPv6 network of 64 bits. */
  connectionsPerClient: number;
  /** Time for all headers of a request. */
  headersTimeout: number;
  /** Time for the whole body of a request that is not an upload. */
  bodyTimeout: number;
  /** A connection without a byte for this long is closed. */
  idleTimeout: number;
  /** Bytes of a body that must arrive in each window while the server waits for them. */
  rateBytes: number;
  rateWindow: number;
  /**
   * Time for a receiver that accepts nothing. The operating system continues only when a third of its own buffer is
   * free again, which can be more than a megabyte: a slow receiver looks dead for minutes.
   */
  sendTimeout: number;
  /** Time for load balancers to notice that the server stops, if another one takes over; it answers until then. */
  handOverTime: number;
  /** Time for running requests when the server stops; the rest are cut. */
  stopTimeout: number;
  /**
   * Time for which a proxy may still send requests on a connection that it keeps, when the server stops: if the connection
   * ended at once, it would tell a visitor whose request was on its way that the server has failed.
   */
  proxyGrace: number;
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
  handOverTime: 10_000,
  stopTimeout: 28_000,
  proxyGrace: 1000,
};
