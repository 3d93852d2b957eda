import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasS3Server } from '../../testing/engines/s3-programs.ts';
import { s3StartTimeout } from '../../testing/engines/s3-server.ts';
import { BucketError } from './bucket.ts';
import { createTestBed, type TestBed } from './testing/test-bed.ts';

describe.skipIf(!hasS3Server)('the nightly comparison with the bucket', () => {
  let bed: TestBed;

  beforeAll(async () => {
    bed = await createTestBed();
  }, s3StartTimeout);
  afterEach(() => bed.reset());

  it('succeeds with a key that may not list unfinished uploads', async () => {
    const { bucket } = await bed.place();
    const refusal = { name: 'AccessDenied', message: 'not authorized', status: 403 };
    const store = await bed.open({
      bucket: {
        ...bucket,
        abortUploads: async () => {
          throw new BucketError('ListMultipartUploads', refusal);
        },
      },
    });
    const job = store.jobs(async () => undefined).find(({ name }) => name === 'storage.find-unnamed-objects');
    await expect(job?.run(new AbortController().signal)).resolves.toBeUndefined();
    await store.close();
  });
});
