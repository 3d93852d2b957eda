import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { findPathProblem } from '#sdk/contract/formats/paths.js';
import { CliError } from '../errors/errors.ts';

export interface Spool {
  /** The file that holds what was read. */
  file: string;
  remove(): Promise<void>;
}

interface SpoolInit {
  stdin: NodeJS.ReadableStream;
  /** What the file is called in the share. */
  name: string | undefined;
  signal: AbortSignal;
}

/**
 * Reads stdin into a temporary file: an upload announces its size, and must be able to send bytes again.
 *
 * @throws CliError `usage` when the name is missing or cannot be one
 */
export async function spoolStdin({ stdin, name, signal }: SpoolInit): Promise<Spool> {
  if (name === undefined) throw new CliError({ exit: 'usage', key: 'cli.errors.stdin_name_missing' });
  if (name.includes('/') || findPathProblem(name) !== null) {
    throw new CliError({ exit: 'usage', key: 'cli.errors.stdin_name_invalid', params: { name } });
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'fileshare-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const file = path.join(folder, name);
  try {
    await pipeline(stdin, createWriteStream(file, { mode: 0o600 }), { signal });
  } catch (error) {
    await remove();
    throw error;
  }
  return { file, remove };
}
