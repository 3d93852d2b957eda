import { execFile } from 'node:child_process';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { SkippedError } from './scenario.ts';

const run = promisify(execFile);

/** A separate file system that can be filled without harm. */
export interface SmallDisk {
  directory: string;
  /** Fills it completely, or up to `leave` bytes. */
  fill(leave?: number): Promise<void>;
  clear(): Promise<void>;
  unmount(): Promise<void>;
}

/** @throws SkippedError when this machine does not allow mounting one */
export async function mountSmallDisk(directory: string, megabytes: number): Promise<SmallDisk> {
  await mkdir(directory, { recursive: true });
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'fileshare-chaos', directory]).catch(
    (error: unknown) => {
      throw new SkippedError('no file system can be mounted here', { cause: error });
    },
  );
  const ballast = path.join(directory, 'ballast');
  return {
    directory,
    async fill(leave = 0) {
      const { bavail, bsize } = await statfs(directory);
      const file = await open(ballast, 'a');
      // The number of free blocks is not exact: to leave none, write until there is an error.
      const size = leave === 0 ? Number.POSITIVE_INFINITY : Math.max(0, bavail * bsize - leave);
      try {
        // A write that reaches the end is short; the next one fails.
        for (let done = 0; done < size; ) {
          done += (await file.write(Buffer.alloc(Math.min(1_000_000, size - done), 1))).bytesWritten;
        }
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      } finally {
        await file.close();
      }
    },
    clear: () => rm(ballast, { force: true }),
    async unmount() {
      await run('umount', ['-l', directory]);
    },
  };
}
