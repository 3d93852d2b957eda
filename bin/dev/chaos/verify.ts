import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import type { NodeClient } from '#sdk/index.js';
import { assertSame, digestFolder, type SourceFolder } from './folder.ts';
import type { ServerProcess } from './processes.ts';
import type { Chaos } from './scenario.ts';

const run = promisify(execFile);

/** Downloads a share again, file by file and as an archive, and compares every byte with what was sent. */
export async function verifyShare(
  chaos: Chaos,
  client: NodeClient,
  { link, source }: { link: string; source: SourceFolder },
): Promise<void> {
  const folder = await mkdtemp(path.join(chaos.folder, 'verify-'));
  const singly = path.join(folder, 'singly');
  const { failed } = await client.downloadShare(link, { directory: singly });
  if (failed[0]) throw new Error(`${failed[0].path} could not be downloaded`, { cause: failed[0].error });
  compare(chaos, await digestFolder(singly), { source, where: 'downloaded' });

  await verifyArchive(chaos, client, { link, source });
  await rm(folder, { recursive: true });
}

/** Downloads a share as an archive, and compares every byte of its files with what was sent. */
export async function verifyArchive(
  chaos: Chaos,
  client: NodeClient,
  { link, source }: { link: string; source: SourceFolder },
): Promise<void> {
  const folder = await mkdtemp(path.join(chaos.folder, 'archive-'));
  const { target } = await client.downloadArchive(link, { directory: folder });
  const unpacked = path.join(folder, 'unpacked');
  await mkdir(unpacked);
  await run('unzip', ['-q', target, '-d', unpacked]);
  compare(chaos, await digestFolder(unpacked), { source, where: 'in the archive' });
  await rm(folder, { recursive: true });
}

export function compare(
  { tally }: Chaos,
  found: ReadonlyMap<string, string>,
  { source, where }: { source: SourceFolder; where: string },
): void {
  assertSame(found, source.digests, where);
  tally.files += found.size;
  tally.bytes += source.bytes;
}

/** Stops the server and lets the doctor check everything again: rows, counters, and the digest of every byte. */
export async function checkData(server: ServerProcess): Promise<void> {
  await server.stop();
  const env = {
    PATH: process.env['PATH'],
    FILESHARE_DATA_DIR: server.dataDir,
    FILESHARE_MIN_FREE_BYTES: '0',
    FILESHARE_ADDRESS_LIMIT_FACTOR: '1000',
    ...server.env,
  };
  const args = [executable, 'doctor', '--deep', '--json'];
  // It exits with an error when it finds something; only its findings count.
  const { stdout } = await run(process.execPath, args, { env, maxBuffer: 64 * 1024 * 1024 }).catch(
    (error: unknown) => DoctorOutput.parse(error),
  );
  const { checks } = DoctorReport.parse(JSON.parse(stdout));
  const broken = checks.filter(({ id, status }) => provenChecks.has(id) && status !== 'ok');
  if (broken.length > 0) throw new Error(`the doctor has found: ${JSON.stringify(broken)}`);
}

/** The checks that must be ok; others depend on the space and the clock, which some scenarios change. */
const provenChecks = new Set([
  'database',
  'schema',
  'integrity',
  'I1',
  'I2',
  'I3',
  'I4',
  'I5',
  'I6',
  'I7',
  'content',
]);

const executable = path.resolve('bin/fileshare.js');

const DoctorOutput = z.object({ stdout: z.string() });

const DoctorReport = z.object({
  checks: z.array(z.looseObject({ id: z.string(), status: z.string(), findings: z.array(z.unknown()) })),
});
