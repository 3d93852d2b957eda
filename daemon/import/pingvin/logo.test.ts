import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { signIn } from '../../testing/clients.ts';
import { createPingvin, type PingvinInstance } from '../../testing/import/pingvin-instance.ts';
import { listFindings, runImport } from '../../testing/import/run-import.ts';
import { writePng } from '../../testing/png.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
let old: PingvinInstance;
let images: string;

beforeEach(async () => {
  [app, old] = await Promise.all([startApp(), createPingvin()]);
  images = join(old.folder, 'images');
  await mkdir(images);
});
afterEach(async () => {
  await app.stop();
  await old.close();
});

const run = (dryRun = false) => runImport(app, { program: 'pingvin', source: old.folder, images, dryRun });

/** Whether visitors see a picture: at most a second after it was set. */
async function showsLogo(file: Buffer): Promise<boolean> {
  await app.app.core.config.load();
  const answer = await fetch(new URL(app.app.core.config.get('general.logo'), app.url));
  return Buffer.from(await answer.arrayBuffer()).equals(file);
}

it('takes the logo over', async () => {
  const logo = writePng({ width: 90 });
  await writeFile(join(images, 'logo.png'), logo);
  expect((await run(true)).counts.settings).toEqual({ found: 1, imported: 1, present: 0, left: 0 });
  expect(await showsLogo(logo)).toBe(false);
  const report = await run();
  expect(report.counts.settings).toEqual({ found: 1, imported: 1, present: 0, left: 0 });
  await expect.poll(() => showsLogo(logo)).toBe(true);
  expect((await run()).counts.settings).toEqual({ found: 1, imported: 0, present: 1, left: 0 });
});

it('keeps a logo that an administrator has uploaded here', async () => {
  const own = writePng({ width: 30 });
  const client = await signIn(app);
  await client.configs.uploadLogo({ file: new Blob([own]) });
  await writeFile(join(images, 'logo.png'), writePng({ width: 90 }));
  const report = await run();
  expect(listFindings(report)).toContain('setting_kept images/logo.png general.logo');
  await expect.poll(() => showsLogo(own)).toBe(true);
});

it.each([
  ['logo_not_square', writePng({ width: 90, height: 40 })],
  ['logo_not_png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['logo_damaged', writePng({ width: 90 }).subarray(0, 60)],
  ['logo_too_large', Buffer.alloc(2_000_001)],
])('refuses what could not be uploaded: %s', async (code, file) => {
  await writeFile(join(images, 'logo.png'), file);
  const report = await run();
  expect(listFindings(report)).toContain(`logo_refused images/logo.png ${code}`);
  expect(report.counts.settings).toEqual({ found: 1, imported: 0, present: 0, left: 1 });
  expect(await showsLogo(file)).toBe(false);
});

it('is not asked for a logo that is not there', async () => {
  await expect(run()).rejects.toMatchObject({ code: 'import_source_missing' });
});
