import type { ExitName } from '#sdk/contract/errors.js';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { CliError, type Text } from './errors.ts';

/** What a start fails of most often, in words that name the remedy. */
export function explainStart(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if ('problems' in error && Array.isArray(error.problems)) {
    const problems = error.problems.map(String);
    return new CliError({
      exit: 'usage',
      key: 'cli.errors.settings_wrong',
      params: { problems: problems.join('\n') },
      details: { problems },
      cause: error,
    });
  }
  if ('code' in error && error.code === 'EADDRINUSE') {
    return new CliError({
      exit: 'conflict',
      key: 'cli.errors.port_in_use',
      params: { port: 'port' in error ? String(error.port) : '' },
      hint: { key: 'cli.hints.port_in_use' },
      cause: error,
    });
  }
  if (error.name === 'NewerDatabaseError') {
    return new CliError({ exit: 'version', key: 'cli.errors.database_newer', cause: error });
  }
  const words = folderFailures[error.name];
  if (!words || !('dataDir' in error)) return error;
  return new CliError({ ...words, params: { folder: String(error.dataDir) }, cause: error });
}

interface FolderFailure {
  exit: ExitName;
  key: MessageKey;
  hint: Text;
}

/** What is wrong with a data folder, by the name of the error. */
const folderFailures: Readonly<Record<string, FolderFailure>> = {
  DataFolderInUseError: {
    exit: 'conflict',
    key: 'cli.errors.data_folder_in_use',
    hint: { key: 'cli.hints.data_folder_in_use' },
  },
  OlderServerError: {
    exit: 'version',
    key: 'cli.errors.older_server',
    hint: { key: 'cli.hints.older_server' },
  },
  NoInstanceError: {
    exit: 'notFound',
    key: 'cli.errors.no_instance',
    hint: { key: 'cli.hints.no_instance' },
  },
  NoSecretKeyError: {
    exit: 'usage',
    key: 'cli.errors.no_secret_key',
    hint: { key: 'cli.hints.no_secret_key' },
  },
};
