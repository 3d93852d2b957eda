import { randomFillSync } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const memoryFileSystem = '/dev/shm';

/** Creates a folder in memory if the system has one, otherwise on the disk like the other. */
export function makeFolders(): { memory: string; disk: string; remove(): void } {
  const disk = mkdtempSync(join(tmpdir(), 'fileshare-bench-'));
  // Engines run as another user when this program runs as root.
  chmodSync(disk, 0o711);
  const memory = existsSync(memoryFileSystem)
    ? mkdtempSync(join(memoryFileSystem, 'fileshare-bench-'))
    : mkdtempSync(join(disk, 'memory-'));
  return {
    memory,
    disk,
    remove() {
      // What was interrupted may still write for a moment.
      const options = { recursive: true, force: true, maxRetries: 5 };
      for (const folder of [memory, disk]) rmSync(folder, options);
    },
  };
}

/** Random bytes, because zeros could be stored as a hole. */
export async function makeLargeFile(path: string, size: number): Promise<string> {
  const block = randomFillSync(Buffer.alloc(Math.min(size, 1024 * 1024)));
  mkdirSync(dirname(path), { recursive: true });
  const file = await open(path, 'w');
  for (let at = 0; at < size; at += block.length) {
    block.writeDoubleBE(at, 0);
    await file.write(block, 0, Math.min(block.length, size - at));
  }
  await file.close();
  return path;
}

/** Creates files that differ from each other, a hundred in each folder. */
export function makeSmallFiles(folder: string, count: number, size: number): string {
  const content = randomFillSync(Buffer.alloc(size));
  for (let i = 0; i < count; i++) {
    const parent = join(folder, `d${Math.floor(i / 100)}`);
    if (i % 100 === 0) mkdirSync(parent, { recursive: true });
    content.writeUInt32BE(i, 0);
    writeFileSync(join(parent, `f${i}.bin`), content);
  }
  return folder;
}
