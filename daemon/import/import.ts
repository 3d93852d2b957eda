import type { ImportOptions, ImportReport } from '#sdk/contract/host/imports.js';
import { HostError } from '#sdk/contract/host.js';
import type { Core } from '../app/core.ts';
import { createRecoveryCodes } from '../crypto/recovery-codes.ts';
import type { Logger } from '../logger.ts';
import { floorOf } from '../storage/capacity.ts';
import { openStores, type Stores } from '../storage/stores.ts';
import type { Source } from './model.ts';
import { readPalmr } from './palmr/read.ts';
import { readPingvin } from './pingvin/read.ts';
import { makePlan, type Plan } from './plan/plan.ts';

const readers: Readonly<
  Record<ImportOptions['program'], (options: ImportOptions, logger: Logger) => Promise<Source>>
> = {
  pingvin: readPingvin,
  palmr: readPalmr,
};

/**
 * Imports the data of another program, beside the running server or without it. The source is only read. What an earlier
 * run has imported is not imported again.
 *
 * @throws HostError `import_source_missing`, `import_source_unknown`, `import_space`, `import_bucket_failed`,
 *   `import_bucket_unknown`, those of `findProblem`
 */
export async function importFrom(core: Core, options: ImportOptions): Promise<Omit<ImportReport, 'doctor'>> {
  const { program, dryRun } = options;
  const source = await readers[program](options, core.logger);
  try {
    const plan = await makePlan(core, source);
    if (!dryRun) await carryOutPlan(core, options, plan);
    const { counts, bytes, findings } = plan;
    return { program, version: source.version, isDryRun: dryRun, counts, bytes, findings };
  } finally {
    source.close();
  }
}

async function carryOutPlan(
  core: Core,
  { signal, link, onProgress }: ImportOptions,
  plan: Plan,
): Promise<void> {
  const { carryOut } = await import('./write.ts');
  const stores = await openStores(core.env, core);
  try {
    const problem = await stores.findProblem();
    if (problem) throw new HostError(problem.code, problem.params);
    // Links take no space, but whether they are possible is known only when one is made.
    if (!link || !stores.blobs.link) await requireSpace(stores, core.env.minFreeBytes, plan.bytes.imported);
    const recoveryCodes = createRecoveryCodes(core.secretKey);
    await carryOut({ core: { ...core, recoveryCodes }, stores, signal, link, onProgress }, plan);
  } finally {
    await stores.close();
  }
}

async function requireSpace({ capacity }: Stores, minFreeBytes: number | null, bytes: number): Promise<void> {
  const free = await capacity.freeBytes();
  const missing = bytes + floorOf(free, minFreeBytes) - free;
  if (bytes > 0 && missing > 0) throw new HostError('import_space', { bytes: missing });
}
