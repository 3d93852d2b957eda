import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../crypto/clock.ts';
import { createLogger } from '../../logger.ts';
import { openTestUnitOfWork, type TestUnitOfWork } from '../../testing/open-unit-of-work.ts';
import { storedShare } from '../../testing/stored-share.ts';
import { createArchiveReaders } from './archives/readers.ts';
import { createFileService } from './service.ts';

let database: TestUnitOfWork;

beforeEach(async () => {
  database = await openTestUnitOfWork();
});
afterEach(() => database.close());

it('reads the files of a share as long as it lists their checksums', async () => {
  const logger = createLogger({ level: 'silent', format: 'json' });
  const readers = createArchiveReaders({ clock: systemClock, logger });
  const share = storedShare();
  const lines = createFileService({ uow: database.uow, readers }).listChecksums(share);
  expect(readers.isBeingRead(share.key)).toBe(false);
  const first = lines.next();
  expect(readers.isBeingRead(share.key)).toBe(true);
  expect(await first).toEqual({ value: undefined, done: true });
  expect(readers.isBeingRead(share.key)).toBe(false);
});
