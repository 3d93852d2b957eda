import { CliError } from './errors.ts';

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
  if (error.name === 'DataFolderInUseError' && 'dataDir' in error) {
    return new CliError({
      exit: 'conflict',
      key: 'cli.errors.data_folder_in_use',
      params: { folder: String(error.dataDir) },
      hint: { key: 'cli.hints.data_folder_in_use' },
      cause: error,
    });
  }
  return error;
}
