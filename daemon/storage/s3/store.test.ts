import { afterEach, beforeAll, describe } from 'vitest';
import { hasS3Server } from '../../testing/engines/s3-programs.ts';
import { s3StartTimeout } from '../../testing/engines/s3-server.ts';
import { describeBlobs } from '../blobs.suite.ts';
import { describeStaging } from '../staging.suite.ts';
import { createTestBed, type TestBed } from './testing/test-bed.ts';

describe.skipIf(!hasS3Server)('on S3', () => {
  let bed: TestBed;

  beforeAll(async () => {
    bed = await createTestBed();
  }, s3StartTimeout);
  afterEach(() => bed.reset());

  describeBlobs('S3', () => bed.open());
  describeStaging('S3', () => bed.open());
});
