import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { NodeClient } from '#sdk/index.js';
import { openCore } from '../../../daemon/core.ts';
import { systemClock } from '../../../daemon/crypto/clock.ts';
import { readEnv } from '../../../daemon/env.ts';
import { createLogger } from '../../../daemon/logger.ts';
import { openLocalStore } from '../../../daemon/storage/local-store.ts';
import { findViolations } from '../../../daemon/testing/check-invariants.ts';
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

/** Stops the server and looks whether rows, counters and bytes agree. */
export async function checkData(server: ServerProcess): Promise<void> {
  await server.stop();
  const env = readEnv({ FILESHARE_DATA_DIR: server.dataDir });
  const logger = createLogger({ level: 'silent', format: 'json' });
  const core = await openCore({ env, clock: systemClock, logger });
  try {
    const blobs = await openLocalStore({ directory: env.dataDir, fsync: env.fsync });
    const violations = await findViolations({ core, blobs });
    if (violations.length > 0) throw new Error(`invariants are broken: ${violations.join('; ')}`);
  } finally {
    await core.database.close();
  }
}
