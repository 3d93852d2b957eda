import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import type { Bench } from '../benchmark.ts';
import { makeFolders, makeLargeFile } from '../folders.ts';
import { root } from '../paths.ts';
import { endAll, type Service } from '../processes.ts';
import { show, table } from '../report.ts';
import { type Ours, readLink, startOurs } from '../servers/ours.ts';
import { spreadOf } from '../statistics.ts';
import { writePart } from '../written-part.ts';
import { measureBareScrolling, measureBareUpload, startBare } from './bare.ts';
import { desktop, devices, launchBrowser, type Noise, startVisit } from './browser.ts';
import { type Load, measureLoad } from './load.ts';
import { makeFiles, makePhotos } from './samples.ts';
import { measureScrolling } from './scroll.ts';
import { measurePageUpload } from './upload.ts';

/**
 * `npm run bench:page`: measures the page in Chromium, and writes its part of docs/performance.md. `--quick` uses
 * smaller uploads and one round; `--only loads|scrolling|uploads` (can be repeated) runs a part. Neither writes the
 * page.
 */
const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    rounds: { type: 'string' },
    files: { type: 'string', default: '10000' },
    'large-mib': { type: 'string' },
    'small-files': { type: 'string' },
  },
});

const rounds = Number(flags.rounds ?? (flags.quick ? 1 : 3));
const manyFiles = Number(flags.files);
const largeMebibytes = Number(flags['large-mib'] ?? (flags.quick ? 128 : 1024));
const smallFiles = Number(flags['small-files'] ?? (flags.quick ? 300 : 2000));
const isPartial = flags.quick || flags.only !== undefined;

const parts: Readonly<Record<string, () => Promise<string>>> = {
  loads: reportLoads,
  scrolling: reportScrolling,
  uploads: reportUploads,
};
const unknown = flags.only?.filter((name) => !(name in parts)) ?? [];
if (unknown.length > 0)
  throw new Error(`Unknown: ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`);

const folders = makeFolders();
process.env['TMPDIR'] = folders.disk;
process.on('exit', () => {
  endAll();
  folders.remove();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const noise: Noise = { console: new Set(), otherHosts: new Set() };
const cleanUps: (() => unknown)[] = [];
const bench: Bench = {
  isQuick: flags.quick,
  root,
  memoryFolder: folders.memory,
  diskFolder: folders.disk,
  defer: (cleanUp) => cleanUps.unshift(cleanUp),
};

let browser: Browser;
let ours: Ours;
let bare: Service;
try {
  browser = await launchBrowser();
  bench.defer(() => browser.close());
  ours = await startOurs(bench, join(folders.disk, 'ours'));
  bare = await startBare(bench);
  const sections: string[] = [];
  for (const [name, report] of Object.entries(parts)) {
    if (flags.only && !flags.only.includes(name)) continue;
    process.stderr.write(`${name}\n`);
    sections.push(await report());
  }
  const results = [...sections, reportNoise()].join('\n\n');
  process.stdout.write(`\n${results}\n`);
  if (!isPartial) writePart('npm run bench:page', results);
} finally {
  for (const cleanUp of cleanUps) await cleanUp();
}

async function reportLoads(): Promise<string> {
  const shares = {
    'one file': await shareFiles(1),
    '30 photos': await sharePhotos(30),
    ...(!flags.quick && { '2,000 files': await shareFiles(2000) }),
    [`${manyFiles.toLocaleString('en')} files`]: await shareFiles(manyFiles),
  };
  const columns: Readonly<Record<string, (load: Load) => number>> = {
    requests: (load) => load.requests,
    scripts: (load) => load.scripts,
    'script, kB gzip': (load) => load.scriptKilobytes,
    'received, kB': (load) => load.receivedKilobytes,
    'FCP, ms': (load) => load.fcp,
    'LCP, ms': (load) => load.lcp,
    'download button, ms': (load) => load.downloadButton,
    'first row, ms': (load) => load.firstRow,
    CLS: (load) => Math.round(load.layoutShift * 1000) / 1000,
  };
  const rows: string[][] = [];
  for (const device of devices) {
    for (const [title, path] of Object.entries(shares)) {
      const loads: Load[] = [];
      for (let round = 0; round < rounds; round++) {
        loads.push(await measureLoad(browser, { url: ours.service.url, path, device, noise }));
      }
      const figures = Object.values(columns).map((read) => show(spreadOf(loads.map(read)).median));
      rows.push([`${title}, ${device.name}`, ...figures]);
      process.stderr.write(`  ${rows.at(-1)?.join(' | ')}\n`);
    }
  }
  return `### First visit to a share\n\n${table([['', ...Object.keys(columns)], ...rows])}`;
}

async function reportScrolling(): Promise<string> {
  const path = await shareFiles(manyFiles);
  const rows: string[][] = [];
  for (const device of devices) {
    for (const pixelsPerFrame of flags.quick ? [60] : [30, 60, 300]) {
      const scrolled = { device, noise, pixelsPerFrame, milliseconds: 5000 };
      const ofOurs = await measureScrolling(browser, { ...scrolled, url: ours.service.url, path });
      const ofPlain = await measureBareScrolling(browser, { ...scrolled, url: bare.url, rows: manyFiles });
      const figures = [ofOurs, ofPlain].flatMap(({ framesPerSecond, longFrames, longestFrame }) => [
        show(framesPerSecond),
        String(longFrames),
        show(longestFrame),
      ]);
      rows.push([`${device.name}, ${pixelsPerFrame} px per frame`, ...figures]);
      process.stderr.write(`  ${rows.at(-1)?.join(' | ')}\n`);
    }
  }
  const head = [
    '',
    'frames/s',
    'frames > 50 ms',
    'longest, ms',
    'plain rows: frames/s',
    '> 50 ms',
    'longest, ms',
  ];
  return `### Scrolling ${manyFiles.toLocaleString('en')} files for five seconds\n\n${table([head, ...rows])}`;
}

async function reportUploads(): Promise<string> {
  const large = await makeLargeFile(join(folders.memory, 'large.bin'), largeMebibytes * 2 ** 20);
  const small = makeFiles(join(folders.disk, 'small'), smallFiles, 10 * 1024);
  const works = {
    [`one file of ${largeMebibytes} MiB`]: [large],
    [`${smallFiles.toLocaleString('en')} files of 10 KiB`]: small,
  };
  const rows: string[][] = [];
  for (const [title, paths] of Object.entries(works)) {
    const [page, cli, alone]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round++) {
      page.push(await measurePageUpload(browser, { url: ours.service.url, device: desktop, noise, paths }));
      const sent = await ours.cli(['upload', ...paths]);
      cli.push(sent.seconds);
      alone.push(await measureBareUpload(browser, { url: bare.url, noise, paths }));
      await removeAllShares();
    }
    const ratios = cli.map((seconds, round) => seconds / (page[round] ?? Number.NaN));
    const medians = [page, cli, alone, ratios].map((values) => show(spreadOf(values).median));
    rows.push([title, ...medians]);
    process.stderr.write(`  ${rows.at(-1)?.join(' | ')}\n`);
  }
  const head = [
    '',
    'page, s',
    'command line, s',
    'browser alone, s',
    "page's share of the command line's speed",
  ];
  return `### Uploading\n\n${table([head, ...rows])}`;
}

function reportNoise(): string {
  const list = (found: ReadonlySet<string>) => (found.size === 0 ? 'none' : [...found].join('; '));
  return [
    '### On all of these pages',
    '',
    table([
      ['', ''],
      ['messages on the console', list(noise.console)],
      ['requests to other hosts', list(noise.otherHosts)],
    ]),
  ].join('\n');
}

async function removeAllShares(): Promise<void> {
  const { shares } = await ours.client.shares.list({ query: {} });
  for (const share of shares) await ours.remove(share);
}

/** Publishes files of a few bytes, and returns the address of their share. */
async function shareFiles(count: number): Promise<string> {
  return share(makeFiles(join(folders.disk, `files-${count}`), count, 10));
}

async function sharePhotos(count: number): Promise<string> {
  const { context, page } = await startVisit(browser, { url: ours.service.url, device: desktop, noise });
  await page.goto('/');
  const paths = await makePhotos(page, join(folders.disk, 'photos'), count);
  await context.close();
  return share(paths);
}

async function share(paths: readonly string[]): Promise<string> {
  const { stdout } = await ours.cli(['upload', ...paths]);
  return `/share/${readLink(stdout).id}`;
}
