import { gzipSync } from 'node:zlib';
import type { Browser, Page, Request } from 'playwright-core';
import { type Device, type Noise, startVisit } from './browser.ts';

/** The figures of one visit: milliseconds since the navigation began, unless the name says otherwise. */
export interface Load {
  requests: number;
  scripts: number;
  /** Each script compressed by itself with gzip, whatever was sent. */
  scriptKilobytes: number;
  receivedKilobytes: number;
  fcp: number;
  lcp: number;
  downloadButton: number;
  firstRow: number;
  layoutShift: number;
}

interface Visited {
  url: string;
  path: string;
  device: Device;
  noise: Noise;
}

/** Opens a share in a new browser profile, and waits until everything is there. */
export async function measureLoad(browser: Browser, visited: Visited): Promise<Load> {
  const { context, page } = await startVisit(browser, visited);
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith('http')) requests.push(request);
  });
  await page.goto(visited.path, { waitUntil: 'commit' });
  await page.waitForFunction(() => probe.isReady(), undefined, { polling: 100 });
  await page.waitForLoadState('networkidle');
  const times = await readProbe(page);
  const load = { ...times, ...(await weigh(requests)) };
  await context.close();
  return load;
}

async function readProbe(page: Page) {
  const { fcp, lcp, download, row, cls } = await page.evaluate(() => probe.read());
  return { fcp, lcp, downloadButton: download, firstRow: row, layoutShift: cls };
}

async function weigh(requests: readonly Request[]) {
  const scripts = requests.filter((request) => request.resourceType() === 'script');
  const bodies = await Promise.all(scripts.map(async (request) => (await request.response())?.body()));
  const sizes = await Promise.all(requests.map((request) => request.sizes()));
  const received = sizes.map(
    ({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize,
  );
  return {
    requests: requests.length,
    scripts: scripts.length,
    scriptKilobytes: sum(bodies.map((body) => (body ? gzipSync(body).length : 0))) / 1e3,
    receivedKilobytes: sum(received) / 1e3,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
