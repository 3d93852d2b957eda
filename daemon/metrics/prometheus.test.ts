import { expect, it } from 'vitest';
import { createLogger } from '../logger.ts';
import type { MetricRow } from './metrics.ts';
import { createPrometheus } from './prometheus.ts';

const log: string[] = [];
const logger = createLogger({
  level: 'info',
  format: 'json',
  destination: { write: (line: string) => void log.push(line) },
});

async function linesOf(...rows: MetricRow[]): Promise<string[]> {
  const { text } = await createPrometheus({ rows, logger }).render();
  return text.split('\n').filter((line) => line.startsWith('fileshare_'));
}

const free: MetricRow = { name: 'fileshare_free_bytes', help: 'Free.', kind: 'gauge', read: () => 5 };

it('writes a number, and several by their label', async () => {
  const sent: MetricRow = {
    name: 'fileshare_sent_total',
    help: 'Sent.',
    kind: 'counter',
    label: 'state',
    read: async () => new Map([['a "quoted"\nname', 2]]),
  };
  expect(await linesOf(free, sent)).toEqual([
    'fileshare_free_bytes 5',
    'fileshare_sent_total{state="a \\"quoted\\"\\nname"} 2',
  ]);
});

it.each(['gauge', 'counter'] as const)(
  'leaves a %s out that cannot be read, and tells why in the log',
  async (kind) => {
    const broken: MetricRow = {
      name: 'fileshare_broken',
      help: 'Broken.',
      kind,
      read: () => Promise.reject(new Error('the disk is gone')),
    };
    expect(await linesOf(broken, free)).toEqual(['fileshare_free_bytes 5']);
    expect(log.join('')).toContain('the disk is gone');
  },
);

it('says what is so now, not what was', async () => {
  let readings: ReadonlyMap<string, number> = new Map([['old', 3]]);
  const row: MetricRow = {
    name: 'fileshare_n',
    help: 'N.',
    kind: 'counter',
    label: 'of',
    read: () => readings,
  };
  const metrics = createPrometheus({ rows: [row], logger });
  await metrics.render();
  readings = new Map([['new', 1]]);
  const { text } = await metrics.render();
  expect(text).toContain('fileshare_n{of="new"} 1');
  expect(text).not.toContain('of="old"');
});

it('counts answers by their class, not by what was asked', async () => {
  const metrics = createPrometheus({ rows: [], logger });
  for (const status of [200, 206, 404, 503]) metrics.noteAnswer({ status, seconds: 0.2 });
  const { text } = await metrics.render();
  expect(text).toContain('fileshare_http_request_duration_seconds_count{status="2xx"} 2');
  expect(text).toContain('fileshare_http_request_duration_seconds_bucket{le="0.25",status="4xx"} 1');
  expect(text).toContain('fileshare_http_request_duration_seconds_sum{status="5xx"} 0.2');
});
