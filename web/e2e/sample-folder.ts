import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface SampleFolder {
  /** The folder itself, named as it shows on the page */
  path: string;
  name: string;
  files: ReadonlyMap<string, Buffer>;
  remove(): Promise<void>;
}

/** Pictures in folders, a film, texts, an empty file, names with spaces, accents and emoji. */
export async function createSampleFolder(): Promise<SampleFolder> {
  const root = await mkdtemp(join(tmpdir(), 'fileshare-web-'));
  const name = 'Summer in Porto';
  const files = new Map<string, Buffer>();
  const add = (path: string, size: number) => files.set(path, Buffer.alloc(size, path));
  for (let number = 1; number <= 24; number += 1)
    add(`Day one/IMG_${1000 + number}.jpg`, 90_000 + number * 900);
  for (let number = 1; number <= 9; number += 1)
    add(`Day two/ponte/IMG_${2000 + number}.jpg`, 70_000 + number);
  add('Boat trip.mp4', 12_400_000);
  add('Itinerary.pdf', 842_113);
  add('Notes from José.md', 4211);
  add('Day two/ponte/sea 🌊.txt', 77);
  add('playlist.mp3', 1_331_222);
  add('empty.txt', 0);
  for (const [path, content] of files) {
    const target = join(root, name, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  }
  return { path: join(root, name), name, files, remove: () => rm(root, { recursive: true, force: true }) };
}

export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
