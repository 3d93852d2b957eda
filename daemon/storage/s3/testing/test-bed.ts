import { systemClock } from '../../../crypto/clock.ts';
import type { S3Options } from '../../../env/storage.ts';
import { createLogger } from '../../../logger.ts';
import { type S3Server, useS3Server } from '../../../testing/engines/s3-server.ts';
import { openTestUnitOfWork, type TestUnitOfWork } from '../../../testing/open-unit-of-work.ts';
import type { Stores } from '../../stores.ts';
import { type Bucket, openBucket } from '../bucket.ts';
import { openS3Stores, type S3StoreOptions } from '../store.ts';

/** An S3 server, with a new bucket and a new database for each test. */
export interface TestBed {
  server: S3Server;
  /** Opens the stores of one more instance on the bucket and the database of the test. */
  open(options?: Partial<S3StoreOptions>): Promise<Stores>;
  /** The bucket and the database of the test. */
  place(): Promise<{ s3: S3Options; bucket: Bucket; database: TestUnitOfWork }>;
  /** Ends a test. */
  reset(): Promise<void>;
}

const logger = createLogger({ level: 'silent', format: 'json' });

export async function createTestBed(): Promise<TestBed> {
  const server = await useS3Server();
  let place: ReturnType<TestBed['place']> | undefined;

  async function create() {
    const s3 = await server.createBucket();
    return { s3, bucket: openBucket(s3, logger), database: await openTestUnitOfWork() };
  }

  return {
    server,
    place: () => (place ??= create()),
    async open(options = {}) {
      const { s3, database } = await (place ??= create());
      return openS3Stores({
        s3,
        limit: null,
        uow: database.uow,
        clock: systemClock,
        logger,
        ...options,
        tuning: { timing: { silence: 50, age: 500 }, ...options.tuning },
      });
    },
    async reset() {
      const current = await place;
      place = undefined;
      current?.bucket.close();
      await current?.database.close();
    },
  };
}
