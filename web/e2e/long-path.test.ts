import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findViolations } from '../../daemon/testing/check-invariants.ts';
import {
  type FaultProxy,
  type SeenRequest,
  startFaultProxy,
} from '../../daemon/testing/engines/fault-proxy.ts';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import { hasBrowser, launchBrowser, newVisitor } from './browser.ts';

const size = 70_000_000;
const content = randomBytes(size);
const sha256 = createHash('sha256').update(content).digest('hex');

const isPart = ({ line, concat }: SeenRequest) => line === 'POST /api/uploads' && concat === 'partial';
const isFinal = ({ concat = '' }: SeenRequest) => concat.startsWith('final;');
const isCreation = ({ line }: SeenRequest) => line === 'POST /api/uploads';

describe.skipIf(!hasBrowser)('a large file on a long path', () => {
  let app: TestApp;
  let proxy: FaultProxy;
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    const env = {
      FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
      FILESHARE_CONFIG_SHARE_CHUNK_SIZE: '2000000',
    };
    [app, browser, folder] = await Promise.all([
      startApp({ env }),
      launchBrowser(),
      mkdtemp(join(tmpdir(), 'fileshare-web-')),
    ]);
    proxy = await startFaultProxy(() => app.url);
    await writeFile(join(folder, 'film.mp4'), content);
  });
  beforeEach(() => {
    proxy.delay = 60;
    proxy.seen.length = 0;
  });
  afterAll(async () => {
    await browser?.close();
    await proxy?.close();
    await Promise.all([app?.stop(), rm(folder, { recursive: true, force: true })]);
  });

  async function start(page: Page, button = 'Create link'): Promise<void> {
    await page.getByTestId('files-input').setInputFiles(join(folder, 'film.mp4'));
    await page.getByText('1 file, 70 MB').waitFor();
    await page.getByRole('button', { name: button }).click();
  }

  async function expectArrived(): Promise<void> {
    const rows: unknown = await app.app.core.database.reader('files').select('path', 'size', 'sha256');
    expect(rows).toEqual([{ path: 'film.mp4', size, sha256 }]);
    expect(await findViolations(app.app)).toEqual([]);
  }

  it('is sent in parts, and after a reload what is missing of each', async () => {
    const { page, context, problems } = await newVisitor(browser, proxy.url);
    await page.goto('/upload');
    proxy.fault = async () => {
      if (proxy.sentBytes > size / 2) await new Promise(() => {});
      return undefined;
    };
    await start(page);
    await expect.poll(() => proxy.sentBytes).toBeGreaterThan(size / 2);
    expect(proxy.lines(isPart)).toHaveLength(4);
    expect(proxy.mostAtOnce).toBe(4);
    proxy.fault = () => undefined;
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('Your last upload was interrupted').waitFor();
    const before = proxy.sentBytes;
    await start(page, 'Continue upload');
    await page.getByRole('heading', { name: 'Your link is ready' }).waitFor();
    expect(proxy.sentBytes - before).toBeLessThan(size * 0.6);
    expect(proxy.lines(isPart)).toHaveLength(4);
    expect(proxy.lines(isFinal)).toHaveLength(1);
    expect(problems).toEqual([]);
    await expectArrived();
    await context.close();
  });

  it('is sent as a whole where the path is short', async () => {
    proxy.delay = 0;
    const { page, context } = await newVisitor(browser, proxy.url);
    await page.goto('/upload');
    await start(page);
    await page.getByRole('heading', { name: 'Your link is ready' }).waitFor();
    expect(proxy.lines(isCreation)).toHaveLength(1);
    await context.close();
  });
});
