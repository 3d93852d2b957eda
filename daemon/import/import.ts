import type { ImportOptions, ImportReport, ImportStorage } from '#sdk/contract/host/imports.js';
import { HostError } from '#sdk/contract/host.js';
import type { Core } from '../app/core.ts';
import { createRecoveryCodes } from '../crypto/recovery-codes.ts';
import type { Logger } from '../logger.ts';
import { openStores, type Stores } from '../storage/stores.ts';
import type { Source } from './model.ts';
import { readPalmr } from './palmr/read.ts';
import { readPingvin } from './pingvin/read.ts';
import { makePlan, type Plan } from './plan/plan.ts';
import { newImportStorage, planStorage } from './plan/storage.ts';

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
  const { program, dryRun, link } = options;
  const source = await readers[program](options, core.logger);
  try {
    const plan = await makePlan(core, source);
    const stores = await openStores(core.env, core);
    try {
      const problem = await stores.findProblem({ onlyReads: dryRun });
      if (problem) throw new HostError(problem.code, problem.params);
      const planned = await planStorage({ stores, minFreeBytes: core.env.minFreeBytes, link }, plan);
      const storage = dryRun ? planned : await carryOutPlan(core, options, { plan, planned, stores });
      const { counts, bytes, findings } = plan;
      return { program, version: source.version, isDryRun: dryRun, counts, bytes, storage, findings };
    } finally {
      await stores.close();
    }
  } finally {
    source.close();
  }
}

/** Returns how files were stored. */
async function carryOutPlan(
  core: Core,
  { signal, link, onProgress }: ImportOptions,
  { plan, planned, stores }: { plan: Plan; planned: ImportStorage; stores: Stores },
): Promise<ImportStorage> {
  if (planned.missingBytes > 0) throw new HostError('import_space', { bytes: planned.missingBytes });
  const { carryOut } = await import('./write.ts');
  const storage = newImportStorage();
  const recoveryCodes = createRecoveryCodes(core.secretKey);
  await carryOut({ core: { ...core, recoveryCodes }, stores, signal, link, storage, onProgress }, plan);
  return storage;
}
