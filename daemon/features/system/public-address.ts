import type { PublicAddress } from '#sdk/contract/formats/public-address.js';
import type { Clock } from '../../crypto/clock.ts';

interface Deps {
  appUrl(): string;
  ask(url: string): Promise<PublicAddress>;
  clock: Pick<Clock, 'monotonic'>;
}

export interface PublicAddressCheck {
  /** Requests the public address, at most every ten minutes; every minute while there is a problem. */
  read(): Promise<PublicAddress>;
}

const minute = 60_000;

export function createPublicAddressCheck({ appUrl, ask, clock }: Deps): PublicAddressCheck {
  let last: { answer: Promise<PublicAddress>; url: string; until: number } | null = null;

  function askAgain(url: string): Promise<PublicAddress> {
    const answer = ask(url);
    const entry = { answer, url, until: Number.POSITIVE_INFINITY };
    last = entry;
    const keepFor = (minutes: number) => (entry.until = clock.monotonic() + minutes * minute);
    answer.then(
      ({ problem }) => keepFor(problem === null ? 10 : 1),
      () => keepFor(0),
    );
    return answer;
  }

  return {
    async read() {
      const url = appUrl();
      const isKnown = last !== null && last.url === url && clock.monotonic() < last.until;
      return isKnown && last ? last.answer : askAgain(url);
    },
  };
}
