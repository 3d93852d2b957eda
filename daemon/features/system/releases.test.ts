import { beforeEach, expect, it } from 'vitest';
import { createLogger } from '../../logger.ts';
import { createFakeClock, type FakeClock } from '../../testing/fake-clock.ts';
import { createReleases, type Releases } from './releases.ts';
import { readVersion } from './version.ts';

const hour = 3_600_000;
const url = 'https://api.example.org/releases/latest';
const page = 'https://example.org/v99';

let clock: FakeClock;
let answer: unknown;
let asked: string[];
let log: string[];
let releases: Releases;

function create(from: string | null): Releases {
  const outbound = {
    async fetchJson(address: string) {
      asked.push(address);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const destination = { write: (line: string) => void log.push(line) };
  const logger = createLogger({ level: 'info', format: 'json', destination });
  return createReleases({ url: from, outbound, clock, logger });
}

beforeEach(() => {
  clock = createFakeClock();
  asked = [];
  log = [];
  answer = { tag_name: 'v99.0.0', html_url: page, draft: false };
  releases = create(url);
});

const newer = { version: '99.0.0', url: page, isNewer: true };

it('asks nobody unless the host says whom', async () => {
  expect(await create(null).read()).toEqual({ version: readVersion(), latest: null });
  expect(asked).toEqual([]);
});

it('asks once a day, however many want to know', async () => {
  const found = { version: readVersion(), latest: newer };
  expect(await Promise.all([releases.read(), releases.read()])).toEqual([found, found]);
  clock.advance(23 * hour);
  await releases.read();
  expect(asked).toEqual([url]);
  answer = { tag_name: '100.0.0' };
  clock.advance(hour);
  expect((await releases.read()).latest).toEqual({ version: '100.0.0', url: null, isNewer: true });
});

it.each([
  ['the same', readVersion()],
  ['an older one', '0.0.1'],
])('knows that %s is not newer', async (_name, version) => {
  answer = { tag_name: `v${version}` };
  expect((await releases.read()).latest).toEqual({ version, url: null, isNewer: false });
});

it('keeps what it knew when nobody answers, says so in the log, and asks again in an hour', async () => {
  await releases.read();
  answer = new Error('not there');
  clock.advance(24 * hour);
  expect((await releases.read()).latest).toEqual(newer);
  await releases.read();
  expect(asked).toHaveLength(2);
  expect(log.join('')).toContain('not there');
  clock.advance(hour);
  await releases.read();
  expect(asked).toHaveLength(3);
});

it.each([
  ['nothing', null],
  ['no version', { tag_name: 'nightly' }],
  ['a version without end', { tag_name: `1.0.${'0'.repeat(100)}` }],
  ['a link that runs something', { tag_name: '99.0.0', html_url: 'javascript:alert(1)' }],
])('makes nothing of %s', async (_name, nonsense) => {
  answer = nonsense;
  expect((await releases.read()).latest).toBeNull();
});
