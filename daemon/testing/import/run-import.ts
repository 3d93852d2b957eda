import type { ImportOptions, ImportReport } from '#sdk/contract/host/imports.js';
import { openCore } from '../../app/core.ts';
import { importFrom } from '../../import/import.ts';
import { createLogger } from '../../logger.ts';
import type { TestApp } from '../start-app.ts';

/** Imports like the command: in a core of its own, beside the running server. */
export async function runImport(
  { app }: TestApp,
  options: Partial<ImportOptions> & Pick<ImportOptions, 'program' | 'source'>,
): Promise<Omit<ImportReport, 'doctor'>> {
  const { env, clock } = app.core;
  const core = await openCore({
    env,
    clock,
    logger: createLogger({ level: 'silent', format: 'json' }),
    isCommand: true,
  });
  try {
    const { signal } = new AbortController();
    return await importFrom(core, { dryRun: false, link: false, signal, ...options });
  } finally {
    await core.database.close();
  }
}

/** Lists findings as short texts. */
export const listFindings = ({ findings }: Pick<ImportReport, 'findings'>) =>
  findings.map(({ code, name, detail }) => [code, name, detail].filter(Boolean).join(' ')).toSorted();
