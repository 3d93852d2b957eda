import type { StorageSizes } from '#sdk/contract/statistics.js';
import { translatorFor } from '#sdk/i18n/catalogue.js';
import type { Core } from '../../app/core.ts';
import type { Repos } from '../../app/repos.ts';
import type { Route } from '../../http/implement.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { JobWaker } from '../../jobs/runner.ts';
import type { Outbox } from '../../mail/outbox.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { findRefusal } from '../../outbound/refusal.ts';
import { createAnnounceEvent } from './announce.ts';
import { createDeliverer } from './deliver.ts';
import { createWebhookJobs } from './jobs.ts';
import { createWebhookRoutes } from './routes.ts';
import { createWebhookService } from './service.ts';
import { createTellAdministrators } from './tell-administrators.ts';
import type { AnnounceEvent } from './types.ts';

interface Ports {
  jobs: JobWaker;
  outbound: Outbound;
  outbox: Outbox;
  /** Clips text that somebody has written, so that no link in it can be clicked. */
  quote(text: string, maxLength: number): string;
  measureStorage(): Promise<StorageSizes>;
}

export interface WebhooksFeature {
  routes: readonly Route[];
  jobs: readonly JobSpec[];
  announceEvent: AnnounceEvent;
  /** Announces that a job has failed, at most once an hour for each. */
  noteJobFailure(job: string): Promise<void>;
}

const hour = 3_600_000;

/** Composes what tells other servers and chats about events. */
export function createWebhooksFeature(core: Core, ports: Ports): WebhooksFeature {
  const { env, uow, clock, config } = core;
  const { jobs } = ports;
  const announceEvent = createAnnounceEvent({ clock, jobs });
  const deliverer = createDeliverer<Repos>({
    ...core,
    ...ports,
    translator: () => translatorFor([config.get('general.defaultLocale')]),
    appName: () => config.get('general.appName'),
    tellAdministrators: createTellAdministrators({ ...core, ...ports }),
  });
  const rules = { allowPrivate: env.outboundAllowPrivate };
  const webhooks = createWebhookService({
    ...core,
    deliverer,
    findRefusal: (url) => findRefusal(url, rules),
  });
  const announced = new Map<string, number>();
  return {
    routes: createWebhookRoutes({ webhooks }),
    jobs: createWebhookJobs({ ...core, ...ports, deliverer, announceEvent }),
    announceEvent,
    async noteJobFailure(job) {
      const now = clock.monotonic();
      if (now - (announced.get(job) ?? -Infinity) < hour) return;
      announced.set(job, now);
      await uow.transaction((repos, afterCommit) =>
        announceEvent({ repos, afterCommit }, { type: 'job.failed', job }),
      );
    },
  };
}
