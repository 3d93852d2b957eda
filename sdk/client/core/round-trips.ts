import type { Transport, TransportResponse } from './transport.ts';

/** Number of requests that are remembered: a computer may move to another network. */
const remembered = 8;

/** How long the path to the server is: the fastest of the last responses took one round trip and hardly more. */
export class RoundTrips {
  readonly #times: number[] = [];

  /** Milliseconds; 0 while nothing is known. */
  get shortest(): number {
    return this.#times.length === 0 ? 0 : Math.min(...this.#times);
  }

  /** Adds the time of a response in milliseconds. */
  add(time: number): void {
    this.#times.push(time);
    if (this.#times.length > remembered) this.#times.shift();
  }
}

/** Measures the requests that are made anyway. */
export function measuringRoundTrips<R extends TransportResponse>(
  transport: Transport<R>,
  roundTrips: RoundTrips,
): Transport<R> {
  return {
    async send(request) {
      const startedAt = performance.now();
      const response = await transport.send(request);
      roundTrips.add(performance.now() - startedAt);
      return response;
    },
  };
}
