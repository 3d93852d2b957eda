import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aDelivery, aWebhook } from '../../../testing/accounts.ts';
import { testContext } from '../../../testing/context.ts';
import { stub } from '../../../testing/stub.ts';
import { create } from './create.ts';
import { deliveries } from './deliveries.ts';
import { list } from './list.ts';
import { removeWebhooks } from './remove.ts';
import { redeliver, testWebhook } from './send.ts';
import { update } from './update.ts';

async function fileWith(content: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fileshare-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'token'), content);
  return join(folder, 'token');
}

describe('admin webhooks create', () => {
  it('prints the ID and the signing secret', async () => {
    const send = stub(() => ({ webhook: aWebhook(), secret: 'whsec_MfKQ' }));
    const { context } = testContext({ client: { webhooks: { create: send } } });
    const options = { kind: 'standard', url: 'https://example.org/hook', event: ['user.created'] } as const;
    const input = { args: ['CRM'], options: { ...options, event: [...options.event] } };
    const result = await create.run(context, input);
    expect(send).toHaveBeenCalledWith({
      body: { name: 'CRM', kind: 'standard', url: options.url, events: ['user.created'] },
    });
    expect(create.view?.(result, context)).toEqual([aWebhook().id, 'whsec_MfKQ']);
  });

  it('reads the token of a service from a file', async () => {
    const send = stub(() => ({ webhook: aWebhook(), secret: null }));
    const { context } = testContext({ client: { webhooks: { create: send } } });
    const tokenFile = await fileWith('1:A\n');
    const result = await create.run(context, {
      args: ['Chat'],
      options: {
        kind: 'telegram',
        url: 'https://api.telegram.org',
        event: ['job.failed'],
        target: '-42',
        tokenFile,
      },
    });
    expect(send.mock.calls[0]).toMatchObject([{ body: { target: '-42', token: '1:A' } }]);
    expect(create.view?.(result, context)).toEqual([aWebhook().id]);
  });
});

describe('admin webhooks update', () => {
  it('changes only what is given', async () => {
    const send = stub(() => aWebhook());
    const webhooks = { list: async () => [aWebhook()], update: send };
    const { context } = testContext({ client: { webhooks } });
    await update.run(context, { args: ['Receiver'], options: { disable: true, enable: false } });
    expect(send).toHaveBeenCalledWith({ params: { id: aWebhook().id }, body: { isEnabled: false } });
  });

  it('refuses to change nothing', async () => {
    const { context } = testContext({ client: {} });
    const input = { args: ['Receiver'], options: { disable: false, enable: false } };
    await expect(update.run(context, input)).rejects.toMatchObject({
      text: { key: 'cli.errors.nothing_to_change' },
    });
  });
});

it('admin webhooks list and deliveries print tabs into a pipe', async () => {
  const webhooks = {
    list: async () => [aWebhook({ failingSince: '2026-01-01T00:00:00.000Z' })],
    deliveries: async () => ({ deliveries: [aDelivery()], nextCursor: null }),
  };
  const { context } = testContext({ client: { webhooks } });
  const found = await list.run(context, { args: [], options: {} });
  const { id } = aWebhook();
  expect(list.view?.(found, context)).toEqual([
    `${id}\tfailing\tstandard\thttps://example.org\t\tuser.created\tReceiver`,
  ]);
  const sent = await deliveries.run(context, { args: [], options: { webhook: 'Receiver', limit: 10 } });
  expect(deliveries.view?.(sent, context)).toEqual([
    `${aDelivery().id}\t2026-01-01T00:00:00.000Z\tdelivered\tuser.created\tReceiver\t1\t\t200\tok\t`,
  ]);
});

describe('admin webhooks test and redeliver', () => {
  it('print the answer', async () => {
    const webhooks = { list: async () => [aWebhook()], test: async () => aDelivery() };
    const { context } = testContext({ client: { webhooks } });
    const result = await testWebhook.run(context, { args: ['Receiver'], options: {} });
    expect(testWebhook.view?.(result, context)).toEqual(['200 ok']);
  });

  it.each([
    [{ status: 500, answer: 'down' }, '500 down'],
    [{ status: null, answer: null }, 'no answer. The log of the server says why.'],
    [{ status: null, answer: null, problem: 'dns' }, 'its name could not be found in DNS'],
  ])('fail when the receiver does not accept it: %o', async (answer, reason) => {
    const webhooks = { redeliver: async () => aDelivery({ state: 'failed', ...answer }) };
    const { context } = testContext({ client: { webhooks } });
    const run = redeliver.run(context, { args: [aDelivery().id], options: {} });
    await expect(run).rejects.toMatchObject({ exit: 'unavailable', text: { params: { reason } } });
  });

  it('know no delivery by another text than its ID', async () => {
    const { context } = testContext({ client: {} });
    await expect(redeliver.run(context, { args: ['last'], options: {} })).rejects.toMatchObject({
      code: 'webhook_delivery_not_found',
    });
  });
});

describe('admin webhooks remove', () => {
  const second = aWebhook({ id: 'e'.repeat(32), name: 'Chat' });

  function removing(answers?: string[]) {
    const remove = stub();
    const all = [aWebhook(), aWebhook({ id: 'd'.repeat(32) }), second];
    const client = { webhooks: { list: async () => all, remove } };
    return { remove, ...testContext({ client, ...(answers && { answers }) }) };
  }

  it('deletes by name, after asking', async () => {
    const { context, remove, stderr } = removing(['y']);
    await removeWebhooks.run(context, { args: ['Chat'], options: { yes: false } });
    expect(remove).toHaveBeenCalledWith({ params: { id: second.id } });
    expect(stderr()).toContain(`Chat (${second.id}), https://example.org`);
  });

  it.each([
    ['Receiver', { exit: 'usage', text: { key: 'cli.errors.webhook_ambiguous' } }],
    ['other', { code: 'webhook_not_found' }],
  ])('does not guess which one %s means', async (name, error) => {
    const { context, remove } = removing();
    const input = { args: [name], options: { yes: true } };
    await expect(removeWebhooks.run(context, input)).rejects.toMatchObject(error);
    expect(remove).not.toHaveBeenCalled();
  });
});
