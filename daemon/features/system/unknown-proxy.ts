import type { Clock } from '../../crypto/clock.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Component } from '../../lifecycle.ts';
import type { Logger } from '../../logger.ts';
import type { InstanceRepo } from './repo.ts';

interface Deps {
  uow: UnitOfWork<{ instance: InstanceRepo }>;
  clock: Pick<Clock, 'monotonic'>;
  logger: Logger;
  /** Whether an address is one of the internet. */
  isPublic(ip: string): boolean;
}

export interface UnknownProxy {
  /** Notes a request with a forwarded header from an address that is not trusted. */
  note(ip: string): void;
  component: Component;
}

/** Milliseconds between two records: the address matters, and hardly the number. */
const saveEvery = 60_000;

/**
 * Counts requests since the start that seem to come through a proxy which nobody trusts: all visitors behind it have its
 * address. Only those from this machine and private networks count: anybody on the internet can send the header.
 */
export function createUnknownProxy({ uow, clock, logger, isPublic }: Deps): UnknownProxy {
  let requests = 0;
  let savedAt = Number.NEGATIVE_INFINITY;
  let saving: Promise<unknown> = Promise.resolve();

  async function save(ip: string, count: number): Promise<void> {
    await uow.transaction(async ({ instance }) => {
      await instance.saveText('unknown_proxy', ip);
      await instance.save('unknown_proxy_requests', count);
    });
  }

  return {
    note(ip) {
      if (isPublic(ip)) return;
      requests += 1;
      if (clock.monotonic() - savedAt < saveEvery) return;
      savedAt = clock.monotonic();
      if (requests === 1) {
        logger.warn({ ip }, 'requests come through a proxy that is not in FILESHARE_TRUSTED_PROXIES');
      }
      saving = save(ip, requests).catch((error: unknown) => {
        logger.error({ err: error }, 'an unknown proxy could not be recorded');
      });
    },
    component: {
      name: 'unknown proxy',
      async start() {
        if ((await uow.read.instance.readText('unknown_proxy')) === null) return;
        await uow.transaction(async ({ instance }) => {
          await instance.remove('unknown_proxy');
          await instance.remove('unknown_proxy_requests');
        });
      },
      async stop() {
        await saving;
      },
    },
  };
}
