import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../logger.ts';
import { createInstanceLock, isInUse } from './lock.ts';

const logger = createLogger({ level: 'silent', format: 'json' });
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'instance-lock-'));
});

afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

describe('the lock of a data folder', () => {
  it('is held by one server at a time, and given back', async () => {
    const first = createInstanceLock(directory, logger);
    await first.start?.();
    await expect(createInstanceLock(directory, logger).start?.()).rejects.toThrow(directory);
    await first.stop?.();
    const second = createInstanceLock(directory, logger);
    await second.start?.();
    await second.stop?.();
  });

  it('is taken over from a server that was killed', async () => {
    const path = join(directory, 'server.sock');
    const crashed = createServer();
    await new Promise<void>((resolve) => crashed.listen(path, resolve));
    // The descriptor is closed without deleting the file, as after a kill: a copy of the name keeps it.
    await new Promise<void>((resolve) => crashed.close(() => resolve()));
    await writeFile(path, '');
    const lock = createInstanceLock(directory, logger);
    await lock.start?.();
    expect((await stat(path)).isSocket()).toBe(true);
    await lock.stop?.();
  });

  it.runIf(process.platform === 'linux')('lies in a folder of a long name too', async () => {
    const long = join(directory, 'x'.repeat(200));
    const alike = `${long}y`;
    await Promise.all([mkdir(long), mkdir(alike)]);
    for (let round = 0; round < 2; round += 1) {
      const lock = createInstanceLock(long, logger);
      await lock.hold();
      expect(await readdir(long)).toEqual(['server.sock']);
      expect([await isInUse(long), await isInUse(alike)]).toEqual([true, false]);
      await expect(createInstanceLock(long, logger).hold()).rejects.toMatchObject({
        code: 'data_folder_in_use',
      });
      await lock.stop();
      expect(await readdir(long)).toEqual([]);
      expect(await isInUse(long)).toBe(false);
    }
  });

  it('is told from none, where the folder cannot hold it', async () => {
    const file = join(directory, 'file');
    await writeFile(file, '');
    const lock = createInstanceLock(file, logger);
    await expect(lock.start()).resolves.toBeUndefined();
    await lock.stop();
    await expect(lock.hold()).rejects.toMatchObject({ code: 'no_instance_lock' });
  });
});
