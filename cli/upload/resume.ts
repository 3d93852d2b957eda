import { rm } from 'node:fs/promises';
import path from 'node:path';
import { exitCodes, isAppError } from '#sdk/contract/errors.js';
import type { JournalState, LocalFileSource, UploadJournal } from '#sdk/index.js';
import type { Context } from '../context.ts';
import { HintedError, type Text } from '../errors/cli-error.ts';
import { exitCodeOfError, isNetworkError, isResumable } from '../errors/describe-failure.ts';
import { readFileIfThere, writePrivateFile } from '../io/private-files.ts';
import { quoteWord } from '../io/quote-word.ts';
import { findRemedy } from './unreadable.ts';

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

interface UploadedFiles {
  journal: UploadJournal | null;
  /** The files that were found. */
  sources(): readonly LocalFileSource[];
  /** The paths of the command line. */
  given: readonly string[];
}

/** Uploads, and says after an interruption how to go on: without the files that cannot be read, or with the journal. */
export async function explainInterruption<T>(
  context: Context,
  { journal, sources, given }: UploadedFiles,
  upload: () => Promise<T>,
): Promise<T> {
  try {
    return await upload();
  } catch (error) {
    const cause: unknown = context.signal.aborted ? context.signal.reason : error;
    const remedy = await findRemedy(cause, { sources: sources(), given });
    if (remedy) throw new HintedError(cause, remedy);
    const left = isAppError(cause, 'share_expiration_past') && (await journal?.load());
    if (left && left.share.can.edit) throw new HintedError(cause, nameEdit(context, left));
    if (!journal || !isResumable(cause)) throw cause;
    // A server that did not answer the first requests may be the wrong one.
    if (isNetworkError(cause) && (await journal.load()) === null) throw cause;
    const isSignedOut = exitCodeOfError(cause) === exitCodes.signIn;
    throw new HintedError(cause, {
      key: isSignedOut ? 'cli.hints.resume_signed_in' : 'cli.hints.resume',
      params: { command: sameCommand(context.argv) },
    });
  }
}

/** All files are on the server, where only the date of the draft is in the way. */
function nameEdit({ argv }: Context, { share }: JournalState): Text {
  const edit = `fileshare share edit ${share.id} --expires 1d`;
  return { key: 'cli.hints.resume_later_expiry', params: { edit, command: sameCommand(argv) } };
}

/** The command line as it can be typed again. It contains no secret: passwords are refused in arguments. */
export function sameCommand(argv: readonly string[]): string {
  return ['fileshare', ...argv.map(quoteWord)].join(' ');
}
