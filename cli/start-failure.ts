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
  const words = failures[error.name];
  if (!words) return error;
  const params = {
    ...('dataDir' in error && { folder: String(error.dataDir) }),
    ...('source' in error && { source: String(error.source) }),
  };
  const hint = words.hint && { ...words.hint, params };
  return new CliError({ ...words, params, ...(hint && { hint }), cause: error });
}

interface Failure {
  exit: ExitName;
  key: MessageKey;
  hint?: Text;
}

/** What is wrong with an instance, by the name of the error. */
const failures: Readonly<Record<string, Failure>> = {
  NewerDatabaseError: { exit: 'version', key: 'cli.errors.database_newer' },
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
  WrongSecretKeyError: {
    exit: 'usage',
    key: 'cli.errors.wrong_secret_key',
    hint: { key: 'cli.hints.wrong_secret_key' },
  },
  KeyFromEnvironmentError: {
    exit: 'usage',
    key: 'cli.errors.key_from_environment',
    hint: { key: 'cli.hints.key_from_environment' },
  },
  NoInstanceLockError: {
    exit: 'conflict',
    key: 'cli.errors.no_instance_lock',
    hint: { key: 'cli.hints.no_instance_lock' },
  },
};
