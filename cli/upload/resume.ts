import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '../context.ts';
import type { Text } from '../errors/cli-error.ts';
import { isResumable } from '../errors/describe-failure.ts';
import { readFileIfThere, writePrivateFile } from '../io/private-files.ts';

/** Returns the folder of the journals of unfinished uploads. */
export function journalFolder({ folders }: Context): string {
  return path.join(folders.state, 'uploads');
}

/** Keeps a generated password while its share is unfinished: the run that finishes it must show it again. */
export interface PasswordMemory {
  load(): Promise<string | null>;
  save(password: string): Promise<void>;
  forget(): Promise<void>;
}

export function rememberPassword(folder: string, key: string): PasswordMemory {
  const file = path.join(folder, `${key}.password`);
  return {
    load: () => readFileIfThere(file),
    save: (password) => writePrivateFile(file, password),
    forget: () => rm(file, { force: true }),
  };
}

/** Returns a hint on what to do after an upload with a journal was interrupted. */
export function resumeHint(context: Context, error: unknown): Text | null {
  return isResumable(error)
    ? { key: 'cli.hints.resume', params: { command: sameCommand(context.argv) } }
    : null;
}

/** The command line as it can be typed again. It contains no secret: passwords are refused in arguments. */
function sameCommand(argv: readonly string[]): string {
  return ['fileshare', ...argv.map(quote)].join(' ');
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
