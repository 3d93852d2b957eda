import { compare, validate } from 'compare-versions';
import * as z from 'zod/mini';
import type { Release } from '#sdk/contract/system.js';
import type { Clock } from '../../crypto/clock.ts';
import type { Logger } from '../../logger.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { readVersion } from './version.ts';

interface Deps {
  /** The URL that is requested; null: none. */
  url: string | null;
  outbound: Pick<Outbound, 'fetchJson'>;
  clock: Pick<Clock, 'monotonic'>;
  logger: Logger;
}

export interface Releases {
  /** A missing answer is not an error: then the newest release is the last known one, or unknown. */
  read(): Promise<Release>;
}

const hour = 3_600_000;
const day = 24 * hour;

/** https://docs.github.com/en/rest/releases/releases#get-the-latest-release */
const Answer = z.object({
  tag_name: z.string().check(z.maxLength(64)),
  html_url: z.optional(z.url({ protocol: /^https?$/ }).check(z.maxLength(500))),
});

export function createReleases({ url, outbound, clock, logger }: Deps): Releases {
  const version = readVersion();
  let latest: Release['latest'] = null;
  let nextAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  async function ask(from: string): Promise<void> {
    try {
      latest = readLatest(await outbound.fetchJson(from), version);
      nextAt = clock.monotonic() + day;
    } catch (error) {
      logger.info({ err: error }, 'the latest release could not be fetched');
      nextAt = clock.monotonic() + hour;
    }
  }

  return {
    async read() {
      if (url !== null && clock.monotonic() >= nextAt) {
        asking ??= ask(url).finally(() => (asking = null));
        await asking;
      }
      return { version, latest };
    },
  };
}

function readLatest(answer: unknown, running: string): Release['latest'] {
  const { tag_name: tag, html_url: page = null } = z.parse(Answer, answer);
  const version = tag.replace(/^v/, '');
  if (!validate(version)) throw new Error('the latest release has no version');
  return { version, url: page, isNewer: compare(version, running, '>') };
}
