import type { ExitName } from '../contract/errors.ts';
import type { MessageKey, Translator } from './translate.ts';

interface SystemError {
  text: MessageKey;
  /** The text for an error that does not name its path. */
  pathless?: MessageKey;
  /** Exit code of the command line. */
  exit: ExitName;
}

/** What the file system refuses, by the `code` of Node's errors. */
const systemErrors: Readonly<Record<string, SystemError>> = {
  ENOENT: { text: 'client.local_not_found', exit: 'usage' },
  EACCES: { text: 'client.local_forbidden', exit: 'forbidden' },
  EPERM: { text: 'client.local_forbidden', exit: 'forbidden' },
  ENOSPC: { text: 'client.local_full', exit: 'limit' },
  EDQUOT: { text: 'cli.system.quota', exit: 'limit' },
  EFBIG: { text: 'cli.system.too_large', exit: 'limit' },
  // Reading an open folder: Node no longer knows the path.
  EISDIR: { text: 'cli.system.is_folder', pathless: 'client.local_folder', exit: 'usage' },
  ENOTDIR: { text: 'cli.system.not_folder', exit: 'usage' },
  EILSEQ: { text: 'cli.system.name_refused', exit: 'usage' },
  ENAMETOOLONG: { text: 'cli.system.name_too_long', exit: 'usage' },
  ELOOP: { text: 'cli.system.link_loop', exit: 'usage' },
  EEXIST: { text: 'cli.system.exists', exit: 'conflict' },
  ENOTEMPTY: { text: 'cli.system.not_empty', exit: 'conflict' },
  EBUSY: { text: 'cli.system.busy', exit: 'conflict' },
  ETXTBSY: { text: 'cli.system.busy', exit: 'conflict' },
  EROFS: { text: 'cli.system.read_only', exit: 'forbidden' },
  EIO: { text: 'cli.system.damaged', exit: 'failure' },
  EMFILE: { text: 'cli.system.too_many_open', exit: 'failure' },
  ENFILE: { text: 'cli.system.too_many_open', exit: 'failure' },
};

/** What the file system refused, in words and with the path; undefined for every other error. */
export function describeSystemError({ t }: Translator, error: unknown): string | undefined {
  const found = systemErrorOf(error);
  if (!found) return undefined;
  const path = pathOf(error);
  if (path === undefined && found.pathless) return t(found.pathless);
  return t(found.text, { path: path ?? t('cli.system.file') });
}

/** The exit code of the command line; undefined for every other error. */
export function exitOfSystemError(error: unknown): ExitName | undefined {
  return systemErrorOf(error)?.exit;
}

function systemErrorOf(error: unknown): SystemError | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  // A port that may not be used has the same code as a file.
  if ('port' in error) return undefined;
  if (error.code === 'EINVAL') return isAboutName(error) ? systemErrors['EILSEQ'] : undefined;
  return Object.hasOwn(systemErrors, error.code) ? systemErrors[error.code] : undefined;
}

/** FAT and network drives refuse names with this code, which otherwise has other reasons. */
function isAboutName(error: Error): boolean {
  return (
    'syscall' in error &&
    (error.syscall === 'open' || error.syscall === 'mkdir') &&
    pathOf(error) !== undefined
  );
}

function pathOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('path' in error && typeof error.path === 'string') return error.path;
  // A socket in the file system.
  return 'address' in error && typeof error.address === 'string' ? error.address : undefined;
}
