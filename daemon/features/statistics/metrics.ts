import type { Clock } from '../../crypto/clock.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import { type InvariantId, invariantIds } from '../../doctor/types.ts';
import type { JobStatus } from '../../jobs/job.ts';
import type { JobRunner } from '../../jobs/runner.ts';
import type { MetricRow } from '../../metrics/metrics.ts';
import type { BucketRequests, RequestTotals } from '../../storage/stores.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { InstanceRepo } from '../system/repo.ts';
import type { StatisticsRepo } from './repo.ts';
import type { FigureName, RunningServerRecord, Space } from './types.ts';

interface Deps {
  uow: UnitOfWork<{ statistics: StatisticsRepo; instance: InstanceRepo }>;
  clock: Pick<Clock, 'now'>;
  version: string;
  jobs: Pick<JobRunner, 'list'>;
  throttle: Pick<Throttle, 'refusals'>;
  listServers(): Promise<readonly RunningServerRecord[]>;
  space(): Promise<Space>;
  bucketRequests(): BucketRequests;
  readBackBytes(): number;
  openConnections(): number;
}

/** Milliseconds after which an upload without a byte counts as waiting for its client. */
const minute = 60_000;

/** The metrics of the instance for Prometheus: one row each. */
export function createInstanceMetrics(deps: Deps): MetricRow[] {
  return [...ofStorage(deps), ...ofTraffic(deps), ...ofBucket(deps), ...ofUpkeep(deps)];
}

function ofStorage({ uow, clock, ...deps }: Deps): MetricRow[] {
  const { statistics } = uow.read;
  // Four rows read it at the same time.
  const space = () => uow.recall('statistics space', deps.space);
  const totals = () => uow.recall('statistics totals', (read) => read.statistics.totals(clock.now()));
  return [
    gauge('fileshare_stored_bytes', 'Bytes of all files.', async () => (await totals()).storedBytes),
    gauge('fileshare_files', 'Files of all shares.', async () => (await totals()).files),
    gauge('fileshare_users', 'Accounts.', async () => (await totals()).users),
    gauge('fileshare_shares', 'Shares that can be opened.', async () => (await totals()).shares),
    gauge('fileshare_drafts', 'Shares that are being uploaded.', async () => (await totals()).drafts),
    gauge(
      'fileshare_reserved_bytes',
      'Bytes that unfinished uploads have announced.',
      async () => (await space()).reserved,
    ),
    gauge('fileshare_available_bytes', 'Bytes that uploads may still take.', async () =>
      lineOf((await space()).available),
    ),
    gauge('fileshare_free_bytes', 'Free bytes on the disk of the files.', async () =>
      lineOf((await space()).free),
    ),
    gauge('fileshare_database_free_bytes', 'Free bytes on the disk of the database.', async () =>
      lineOf((await space()).database.free),
    ),
    {
      name: 'fileshare_uploads',
      help: 'Unfinished uploads: receiving got bytes within a minute, paused did not.',
      kind: 'gauge',
      label: 'state',
      read: async () => new Map(Object.entries(await statistics.countUploads(clock.now() - minute))),
    },
  ];
}

function ofTraffic({ uow, throttle, readBackBytes, openConnections }: Deps): MetricRow[] {
  const { statistics } = uow.read;
  const sumOf = (name: FigureName) => async () =>
    (await uow.recall('statistics sums', (read) => read.statistics.sums())).get(name) ?? 0;
  return [
    counter('fileshare_shares_published_total', 'Shares that were published.', sumOf('shares')),
    counter('fileshare_files_received_total', 'Files that were received.', sumOf('uploads')),
    counter(
      'fileshare_received_bytes_total',
      'Bytes of the files that were received.',
      sumOf('uploadedBytes'),
    ),
    counter(
      'fileshare_digest_readback_bytes_total',
      'Bytes that were read again for a checksum, because several servers had received the file.',
      readBackBytes,
    ),
    counter(
      'fileshare_downloads_total',
      'Files and archives that were sent to their end.',
      sumOf('downloads'),
    ),
    gauge('fileshare_open_connections', 'Connections of clients and proxies.', openConnections),
    {
      name: 'fileshare_throttle_refusals_total',
      help: 'What was tried too often and refused.',
      kind: 'counter',
      label: 'action',
      read: throttle.refusals,
    },
    {
      name: 'fileshare_mails',
      help: 'Mails of the outbox: waiting, sent, or failed and given up.',
      kind: 'gauge',
      label: 'state',
      read: async () => new Map(Object.entries(await statistics.countMails())),
    },
  ];
}

function ofBucket({ bucketRequests }: Deps): MetricRow[] {
  const ofOperation = (name: string, help: string, figure: keyof RequestTotals): MetricRow => ({
    name,
    help,
    kind: 'counter',
    label: 'operation',
    read: () => new Map([...bucketRequests()].map(([operation, totals]) => [operation, totals[figure]])),
  });
  return [
    ofOperation(
      'fileshare_s3_requests_total',
      'Requests to the bucket, repeated ones each time.',
      'requests',
    ),
    ofOperation(
      'fileshare_s3_errors_total',
      'Requests that the S3 server refused or did not answer.',
      'errors',
    ),
    ofOperation(
      'fileshare_s3_request_seconds_total',
      'Seconds until the S3 server began to answer.',
      'seconds',
    ),
  ];
}

function ofUpkeep({ uow, clock, version, jobs, listServers }: Deps): MetricRow[] {
  const { statistics, instance } = uow.read;
  const ofJobs = (value: (job: JobStatus) => number) => async () =>
    new Map((await jobs.list()).map((job) => [job.name, value(job)]));

  const factOf = (id: InvariantId) => `violations_${id}` as const;

  async function readViolations(): Promise<Map<InvariantId, number>> {
    const known = await instance.readAll(invariantIds.map(factOf));
    return new Map(
      invariantIds.flatMap((id) => {
        const count = known.get(factOf(id));
        return count === undefined ? [] : [[id, count]];
      }),
    );
  }

  return [
    ofJob('fileshare_job_lag_seconds', 'How long a job is overdue.', ofJobs(lagAt(clock.now))),
    ofJob(
      'fileshare_job_failed',
      '1: the last run of a job failed.',
      ofJobs((job) => Number(job.hasFailed)),
    ),
    ofJob(
      'fileshare_job_held',
      '1: a job waits for an administrator.',
      ofJobs(({ notice }) => Number(notice !== null)),
    ),
    {
      ...ofJob(
        'fileshare_job_failures_total',
        'Runs of a job that failed.',
        ofJobs((job) => job.failures),
      ),
      kind: 'counter',
    },
    {
      name: 'fileshare_invariant_violations',
      help: 'What the last nightly examination found wrong, see "fileshare doctor".',
      kind: 'gauge',
      label: 'invariant',
      read: readViolations,
    },
    gauge(
      'fileshare_damaged_files',
      'Files whose bytes are missing or have changed.',
      statistics.countDamagedFiles,
    ),
    {
      name: 'fileshare_servers',
      help: 'Running servers of the instance, with PostgreSQL.',
      kind: 'gauge',
      label: 'role',
      read: async () => countRoles(await listServers()),
    },
    {
      name: 'fileshare_info',
      help: 'Always 1.',
      kind: 'gauge',
      label: 'version',
      read: () => new Map([[version, 1]]),
    },
  ];
}

function countRoles(servers: readonly RunningServerRecord[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { role } of servers) counts.set(role, (counts.get(role) ?? 0) + 1);
  return counts;
}

function gauge(name: string, help: string, read: MetricRow['read']): MetricRow {
  return { name, help, kind: 'gauge', read };
}

/** There is no line for the space that a database server has, and none without a limit. */
const lineOf = (bytes: number | null): number | Map<string, number> =>
  bytes !== null && Number.isFinite(bytes) ? bytes : new Map<string, number>();

function counter(name: string, help: string, read: MetricRow['read']): MetricRow {
  return { name, help, kind: 'counter', read };
}

function ofJob(name: string, help: string, read: MetricRow['read']): MetricRow {
  return { name, help, kind: 'gauge', label: 'job', read };
}

/** For a run that takes longer than its interval, returns the excess. */
const lagAt =
  (now: () => number) =>
  ({ isRunning, lastStartedAt, nextRunAt, everyMs }: JobStatus): number => {
    const dueAt = isRunning && lastStartedAt !== null ? lastStartedAt + everyMs : nextRunAt;
    return dueAt === null ? 0 : Math.max(0, now() - dueAt) / 1000;
  };
