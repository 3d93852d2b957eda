import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLogger } from '../../logger.ts';
import { kindOf } from '../../outbound/addresses.ts';
import { createFakeClock, type FakeClock } from '../../testing/fake-clock.ts';
import { openTestUnitOfWork, type TestUnitOfWork } from '../../testing/open-unit-of-work.ts';
import { createUnknownProxy, type UnknownProxy } from './unknown-proxy.ts';

let test: TestUnitOfWork;
let clock: FakeClock;
let log: string[];
let proxy: UnknownProxy;

function create(): UnknownProxy {
  const destination = { write: (line: string) => void log.push(line) };
  const logger = createLogger({ level: 'info', format: 'json', destination });
  return createUnknownProxy({ ...test, clock, logger, isPublic: (ip) => kindOf(ip) === 'public' });
}

beforeEach(async () => {
  test = await openTestUnitOfWork();
  clock = createFakeClock();
  log = [];
  proxy = create();
});
afterEach(() => test.close());

async function readRecord() {
  await proxy.component.stop?.();
  const { instance } = test.uow.read;
  return [await instance.readText('unknown_proxy'), await instance.read('unknown_proxy_requests')];
}

it('counts requests from private addresses, and records them once a minute', async () => {
  proxy.note('172.17.0.1');
  expect(await readRecord()).toEqual(['172.17.0.1', 1]);
  proxy.note('172.17.0.1');
  expect(await readRecord()).toEqual(['172.17.0.1', 1]);
  clock.advance(60_000);
  proxy.note('::1');
  expect(await readRecord()).toEqual(['::1', 3]);
  expect(log).toHaveLength(1);
});

it('ignores what anybody on the internet can send', async () => {
  for (const ip of ['8.8.8.8', '2606:4700::1111']) proxy.note(ip);
  expect(await readRecord()).toEqual([null, null]);
  expect(log).toEqual([]);
});

it('begins again with each start', async () => {
  proxy.note('127.0.0.1');
  await proxy.component.stop?.();
  proxy = create();
  await proxy.component.start?.();
  expect(await readRecord()).toEqual([null, null]);
});
