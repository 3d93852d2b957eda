import { isStorageLow, type StorageSizes } from '#sdk/contract/statistics.js';
import type { Clock } from '../../crypto/clock.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import { inBatches } from '../../jobs/in-batches.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { JobWaker } from '../../jobs/runner.ts';
import type { Deliverer } from './deliver.ts';
import type { DeliveryRepo } from './delivery-repo.ts';
import { deliverJob, retention } from './policy.ts';
import type { AnnounceEvent } from './types.ts';

interface Deps {
  uow: UnitOfWork<{
    webhookDeliveries: DeliveryRepo;
    instance: {
      read(key: 'storage_low'): Promise<number | null>;
      save(key: 'storage_low', value: number): Promise<void>;
    };
  }>;
  clock: Pick<Clock, 'now'>;
  /** The clock that decides when deliveries are deleted. */
  clockWatch: { deletionTime(): Promise<number> };
  jobs: JobWaker;
  deliverer: Deliverer;
  announceEvent: AnnounceEvent;
  measureStorage(): Promise<StorageSizes>;
}

const second = 1000;
const minute = 60 * second;

export function createWebhookJobs(deps: Deps): JobSpec[] {
  return [
    { name: deliverJob, everyMs: 30 * second, run: (signal) => deliver(deps, signal) },
    { name: 'webhooks.sweep', everyMs: 60 * minute, run: (signal) => sweep(deps, signal) },
    { name: 'webhooks.watch-storage', everyMs: 5 * minute, run: () => watchStorage(deps) },
  ];
}

/** The webhooks do not wait for each other; there are few of them. */
async function deliver({ uow, clock, jobs, deliverer }: Deps, signal: AbortSignal): Promise<void> {
  const ids = await uow.read.webhookDeliveries.listDueWebhooks(clock.now());
  const turns = await Promise.allSettled(ids.map((id) => deliverer.sendDue(id, signal)));
  for (const turn of turns) if (turn.status === 'rejected') throw turn.reason;
  if (turns.some((turn) => turn.status === 'fulfilled' && turn.value)) jobs.wake(deliverJob);
}

async function sweep({ uow, clockWatch }: Deps, signal: AbortSignal): Promise<void> {
  const before = (await clockWatch.deletionTime()) - retention;
  await inBatches(
    (limit) => uow.transaction(({ webhookDeliveries }) => webhookDeliveries.removeOld(before, limit)),
    signal,
  );
}

/** Announces the change only, not the state. */
async function watchStorage({ uow, announceEvent, measureStorage }: Deps): Promise<void> {
  const sizes = await measureStorage();
  const { storedBytes, availableBytes } = sizes;
  const isLow = isStorageLow(sizes);
  if (isLow === ((await uow.read.instance.read('storage_low')) === 1)) return;
  await uow.transaction(async (repos, afterCommit) => {
    await repos.instance.save('storage_low', Number(isLow));
    if (!isLow) return;
    const occurrence = { type: 'storage.low', storedBytes, availableBytes: availableBytes ?? 0 } as const;
    await announceEvent({ repos, afterCommit }, occurrence);
  });
}
