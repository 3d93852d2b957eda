import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Creates files that differ from each other, without folders; returns their paths. */
export function makeFiles(folder: string, count: number, size: number): string[] {
  mkdirSync(folder, { recursive: true });
  const content = Buffer.alloc(size, 'x');
  return Array.from({ length: count }, (_, i) => {
    content.write(String(i));
    const path = join(folder, `file-${String(i).padStart(5, '0')}.bin`);
    writeFileSync(path, content);
    return path;
  });
}

/** Lets the browser draw pictures in both orientations; returns their paths. */
export async function makePhotos(page: Page, folder: string, count: number): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const paths: string[] = [];
  for (let i = 0; i < count; i++) {
    const [width, height] = i % 3 === 0 ? [1500, 2000] : [2000, 1500];
    const jpeg = await page.evaluate((args) => probe.paint(...args), [width, height, i] as const);
    const path = join(folder, `photo-${i}.jpg`);
    writeFileSync(path, Buffer.from(jpeg, 'base64'));
    paths.push(path);
  }
  return paths;
}
