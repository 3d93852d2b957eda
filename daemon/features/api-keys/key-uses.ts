import type { ApiKeyId } from '#sdk/contract/formats/primitives.js';
import type { Clock } from '../../crypto/clock.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { JobWaker } from '../../jobs/runner.ts';
import type { ApiKeyRepo } from './repo.ts';
import type { ApiKeyRecord } from './types.ts';

interface Deps {
  uow: UnitOfWork<{ apiKeys: ApiKeyRepo }>;
  clock: Clock;
  jobs: JobWaker;
}

/** Records when keys were used, to the minute, in the background, so that no request waits for it. */
export interface KeyUses {
  note(key: ApiKeyRecord): void;
  job: JobSpec;
}

const minute = 60_000;
const jobName = 'apiKeys.noteUses';

export function createKeyUses({ uow, clock, jobs }: Deps): KeyUses {
  const waiting = new Map<ApiKeyId, number>();

  return {
    note({ id, lastUsedAt }) {
      const now = clock.now();
      const isNoted = lastUsedAt !== null && now - lastUsedAt < minute;
      if (isNoted || waiting.has(id)) return;
      waiting.set(id, now);
      jobs.wake(jobName);
    },
    job: {
      name: jobName,
      everyMs: minute,
      isOfServer: true,
      async run() {
        if (waiting.size === 0) return;
        // In the order of their ids, so that two servers do not wait for each other in a circle.
        const uses = [...waiting].sort(([a], [b]) => (a < b ? -1 : 1));
        await uow.transaction(async ({ apiKeys }) => {
          for (const [id, at] of uses) await apiKeys.noteUse(id, at);
        });
        for (const [id] of uses) waiting.delete(id);
      },
    },
  };
}
