import { AppError } from '#sdk/contract/errors.js';
import type { QuarantinedFile } from '#sdk/contract/shares/malware.js';
import type { Client } from '../../../context.ts';
import { CliError } from '../../../errors/cli-error.ts';

/**
 * Finds quarantined files, each by ID or by a path that only one has.
 *
 * @throws AppError `malware_not_found`; CliError
 */
export async function findFiles(client: Client, references: readonly string[]): Promise<QuarantinedFile[]> {
  const { files } = await client.malware.list();
  return [...new Set(references.map((reference) => chooseFile(files, reference)))];
}

function chooseFile(all: readonly QuarantinedFile[], reference: string): QuarantinedFile {
  const byId = all.find(({ id }) => id === reference);
  if (byId) return byId;
  const [only, ...others] = all.filter(({ path }) => path === reference);
  if (!only) throw new AppError('malware_not_found');
  if (others.length === 0) return only;
  throw new CliError({
    exit: 'usage',
    key: 'cli.errors.quarantined_file_ambiguous',
    params: { path: reference },
    hint: { key: 'cli.hints.quarantined_file_ambiguous' },
  });
}
