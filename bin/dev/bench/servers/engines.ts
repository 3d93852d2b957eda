import { findPostgres, startPostgres } from '../../../../daemon/testing/engines/postgres-server.ts';
import { hasS3Server, s3Packages } from '../../../../daemon/testing/engines/s3-programs.ts';
import { startS3Server, variablesOf } from '../../../../daemon/testing/engines/s3-server.ts';
import type { Bench } from '../benchmark.ts';
import { findChildren, meterProcess, type ProcessMeter } from '../process-meter.ts';

/** Why benchmarks are skipped that need a bucket. */
export const s3Missing = `no S3 server: apt-get install ${s3Packages}`;
/** The same for PostgreSQL. */
export const postgresMissing = 'no PostgreSQL: apt-get install postgresql';

/** What servers share: PostgreSQL, or a bucket. */
export interface Engine {
  /** Settings of the servers that use it. */
  env: Readonly<Record<string, string>>;
  meter: ProcessMeter;
}

/** Undefined when it is not installed. Everything is in memory: 4 GB must do for all that a run stores. */
export async function startBucket(bench: Bench): Promise<Engine | undefined> {
  if (!hasS3Server) return undefined;
  const server = await startS3Server();
  bench.defer(() => server.stop());
  const env = variablesOf(await server.createBucket());
  return { env, meter: meterProcess(...['radosgw', 'ceph-osd', 'ceph-mon'].flatMap(findChildren)) };
}

/** Undefined when it is not installed. */
export async function startDatabase(bench: Bench): Promise<Engine | undefined> {
  if (!findPostgres()) return undefined;
  const server = await startPostgres();
  bench.defer(() => server.stop());
  return { env: { FILESHARE_DATABASE_URL: server.url }, meter: meterProcess(...findChildren('postgres')) };
}
