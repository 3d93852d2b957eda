import prometheus from 'prom-client';
import type { Logger } from '../logger.ts';
import type { MetricRow, Metrics } from './metrics.ts';

interface Options {
  rows: readonly MetricRow[];
  logger: Logger;
}

/** Seconds; a transfer may take hours, a page should not. */
const buckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600, 3600];

/** Renders the rows, the times of requests, and the usual metrics of a Node.js process. */
export function createPrometheus({ rows, logger }: Options): Metrics {
  const registry = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: registry });
  const answers = new prometheus.Histogram({
    name: 'fileshare_http_request_duration_seconds',
    help: 'How long requests took, by the class of the answer: 2xx, 4xx. Transfers take long.',
    labelNames: ['status'],
    buckets,
    registers: [registry],
  });
  for (const row of rows) addRow(row, { registry, logger });

  return {
    noteAnswer: ({ status, seconds }) =>
      answers.observe({ status: `${Math.floor(status / 100)}xx` }, seconds),
    render: async () => ({ mediaType: registry.contentType, text: await registry.metrics() }),
  };
}

interface Parts {
  registry: prometheus.Registry;
  logger: Logger;
}

function addRow(row: MetricRow, { registry, logger }: Parts): void {
  const { name, help, kind, label } = row;
  const Metric = kind === 'gauge' ? prometheus.Gauge : prometheus.Counter;
  const metric = new Metric({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
    async collect() {
      const samples = await readSamples(row, logger);
      // Set at once and completely, because another request may be reading it.
      metric.reset();
      if (samples.length === 0 && label === undefined) metric.remove();
      for (const [labels, value] of samples) metric.inc(labels, value);
    },
  });
}

type Sample = readonly [labels: Record<string, string>, value: number];

async function readSamples({ name, label, read }: MetricRow, logger: Logger): Promise<Sample[]> {
  try {
    const reading = await read();
    if (typeof reading === 'number') return [[{}, reading]];
    return [...reading].map(([key, value]) => [{ [label ?? 'name']: key }, value]);
  } catch (error) {
    logger.warn({ metric: name, err: error }, 'a metric could not be read');
    return [];
  }
}
