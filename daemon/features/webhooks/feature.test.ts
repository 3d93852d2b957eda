import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StorageSizes } from '#sdk/contract/statistics.js';
import type { NodeClient } from '#sdk/index.js';
import { signIn } from '../../testing/clients.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { createWebhooksFeature, type WebhooksFeature } from './feature.ts';

const clock = createFakeClock();
const gigabyte = 1_000_000_000;
let app: TestApp;
let admin: NodeClient;
let sizes: StorageSizes;
let feature: WebhooksFeature;

beforeAll(async () => {
  app = await startApp({ clock });
  admin = await signIn(app);
  await admin.webhooks.create({
    body: {
      name: 'Away',
      kind: 'standard',
      url: 'https://hooks.invalid',
      events: ['job.failed', 'storage.low'],
    },
  });
  feature = createWebhooksFeature(app.app.core, {
    jobs: { wake: () => undefined },
    outbound: { fetchJson: async () => null, fetch: async () => new Response() },
    outbox: { add: async () => '', jobs: [] },
    quote: (text) => text,
    measureStorage: async () => sizes,
  });
});
afterAll(() => app.stop());

async function announced(): Promise<string[]> {
  const { deliveries } = await admin.webhooks.deliveries();
  return deliveries.map(({ payload }) => JSON.stringify((JSON.parse(payload) as { data: unknown }).data));
}

it('announces that a job fails once an hour', async () => {
  await feature.noteJobFailure('mail.send');
  await feature.noteJobFailure('mail.send');
  await feature.noteJobFailure('shares.purge');
  clock.advance(3_600_000);
  await feature.noteJobFailure('mail.send');
  const failures = ['mail.send', 'mail.send', 'shares.purge'].map((job) => JSON.stringify({ job }));
  expect((await announced()).sort()).toEqual(failures);
});

it('announces that storage runs low once, until there is more again', async () => {
  const watch = feature.jobs.find(({ name }) => name === 'webhooks.watch-storage');
  const { signal } = new AbortController();
  const before = (await announced()).length;
  const left = [5, 0.5, 0.4, 5, 0.5].map((gigabytes) => gigabytes * gigabyte);
  for (const availableBytes of [...left, null]) {
    sizes = { storedBytes: gigabyte, reservedBytes: 0, availableBytes };
    await watch?.run(signal);
  }
  const found = (await announced()).filter((data) => data.includes('availableBytes'));
  expect(found).toHaveLength(2);
  expect(found[0]).toBe(JSON.stringify({ storedBytes: gigabyte, availableBytes: 0.5 * gigabyte }));
  expect(await announced()).toHaveLength(before + 2);
});

it('sends what has waited since a clock that was ahead', async () => {
  const { database, uow } = app.app.core;
  const now = clock.now();
  const due = () => uow.read.webhookDeliveries.listDueWebhooks(now);
  const later = now + 30 * 86_400_000;
  await database.writer('webhook_deliveries').update({ state: 'queued', due_at: later, created_at: now });
  expect(await due()).toEqual([]);
  // Another server has tried it just now, and its clock is a little ahead.
  await database.writer('webhook_deliveries').update({ tried_at: now + 500 });
  expect(await due()).toEqual([]);
  await database.writer('webhook_deliveries').update({ tried_at: later - 60_000 });
  expect(await due()).toHaveLength(1);
});
