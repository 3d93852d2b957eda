import { stat } from 'node:fs/promises';
import path from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import { forTerminal } from '../io/output.ts';
import { notUtf8 } from './not-utf8.ts';

/**
 * Returns the absolute path of a folder.
 *
 * @throws CliError `usage` when there is none
 */
export async function requireFolder(given: string): Promise<string> {
  const folder = path.resolve(given);
  // Not of the absolute path: that of an empty text is the current folder.
  const found = await stat(given).catch(() => null);
  if (found?.isDirectory()) return folder;
  if (!found && given.includes('\ufffd')) throw notUtf8(given);
  throw new CliError({ exit: 'usage', key: 'cli.errors.not_a_folder', params: { path: forTerminal(given) } });
}
