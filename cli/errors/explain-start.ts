import type { ExitName } from '#sdk/contract/errors.js';
import { EnvError, HostError, type HostErrorCode } from '#sdk/contract/host.js';
import { formatBytes } from '#sdk/i18n/format.js';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { CliError } from './cli-error.ts';
import { explainSystemError } from './system-error.ts';

/** Explains the most common reasons why a start fails, with the remedy. */
export function explainStart(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof EnvError) {
    const problems = [...error.problems];
    return new CliError({
      exit: 'usage',
      key: 'cli.errors.settings_wrong',
      params: { problems: problems.join('\n') },
      details: { problems },
      cause: error,
    });
  }
  if (!(error instanceof HostError)) return explainSystemError(error) ?? error;
  const { code, params } = error;
  const { exit, key, hint: remedy } = failures[code];
  const size = params.bytes !== undefined && { size: formatBytes('en', params.bytes) };
  const values = { ...params, ...size };
  const hint = remedy && { hint: { key: remedy, params: values } };
  return new CliError({ exit, key, params: values, ...hint, cause: error });
}

/** The exit code, message and remedy for each reason why an instance cannot be opened. */
const failures: Readonly<Record<HostErrorCode, { exit: ExitName; key: MessageKey; hint?: MessageKey }>> = {
  sqlite_missing: { exit: 'failure', key: 'cli.errors.sqlite_missing', hint: 'cli.hints.sqlite_missing' },
  database_newer: { exit: 'version', key: 'cli.errors.database_newer', hint: 'cli.hints.database_newer' },
  copy_space: { exit: 'limit', key: 'cli.errors.copy_space', hint: 'cli.hints.copy_space' },
  data_folder_forbidden: {
    exit: 'forbidden',
    key: 'cli.errors.data_folder_forbidden',
    hint: 'cli.hints.data_folder_forbidden',
  },
  data_folder_foreign: {
    exit: 'usage',
    key: 'cli.errors.data_folder_foreign',
    hint: 'cli.hints.data_folder_foreign',
  },
  data_folder_in_use: {
    exit: 'conflict',
    key: 'cli.errors.data_folder_in_use',
    hint: 'cli.hints.data_folder_in_use',
  },
  older_server: { exit: 'version', key: 'cli.errors.older_server', hint: 'cli.hints.older_server' },
  second_server: { exit: 'conflict', key: 'cli.errors.second_server', hint: 'cli.hints.second_server' },
  other_bucket: { exit: 'conflict', key: 'cli.errors.other_bucket', hint: 'cli.hints.other_bucket' },
  database_in_use: {
    exit: 'conflict',
    key: 'cli.errors.database_in_use',
    hint: 'cli.hints.database_in_use',
  },
  instance_in_use: {
    exit: 'conflict',
    key: 'cli.errors.instance_in_use',
    hint: 'cli.hints.instance_in_use',
  },
  no_instance: {
    exit: 'notFound',
    key: 'cli.errors.no_instance',
    hint: 'cli.hints.no_instance',
  },
  database_lost: {
    exit: 'notFound',
    key: 'cli.errors.database_lost',
    hint: 'cli.hints.database_lost',
  },
  no_secret_key: {
    exit: 'usage',
    key: 'cli.errors.no_secret_key',
    hint: 'cli.hints.no_secret_key',
  },
  wrong_secret_key: {
    exit: 'usage',
    key: 'cli.errors.wrong_secret_key',
    hint: 'cli.hints.wrong_secret_key',
  },
  key_from_environment: {
    exit: 'usage',
    key: 'cli.errors.key_from_environment',
    hint: 'cli.hints.key_from_environment',
  },
  no_instance_lock: {
    exit: 'conflict',
    key: 'cli.errors.no_instance_lock',
    hint: 'cli.hints.no_instance_lock',
  },
  storage_differs: {
    exit: 'usage',
    key: 'cli.errors.storage_differs',
    hint: 'cli.hints.storage_differs',
  },
  server_storage_differs: {
    exit: 'conflict',
    key: 'cli.errors.server_storage_differs',
    hint: 'cli.hints.server_storage_differs',
  },
  storage_move_failed: {
    exit: 'unavailable',
    key: 'cli.errors.storage_move_failed',
    hint: 'cli.hints.storage_move_failed',
  },
  import_source_missing: {
    exit: 'notFound',
    key: 'cli.errors.import_source_missing',
    hint: 'cli.hints.import_source_missing',
  },
  import_source_unknown: {
    exit: 'usage',
    key: 'cli.errors.import_source_unknown',
    hint: 'cli.hints.import_source_unknown',
  },
  import_space: { exit: 'limit', key: 'cli.errors.import_space', hint: 'cli.hints.import_space' },
  import_bucket_failed: {
    exit: 'unavailable',
    key: 'cli.errors.import_bucket_failed',
    hint: 'cli.hints.import_bucket_failed',
  },
  import_bucket_unknown: {
    exit: 'usage',
    key: 'cli.errors.import_bucket_unknown',
    hint: 'cli.hints.import_bucket_unknown',
  },
  bucket_unreachable: {
    exit: 'unavailable',
    key: 'cli.errors.bucket_unreachable',
    hint: 'cli.hints.bucket_unreachable',
  },
  bucket_missing: { exit: 'usage', key: 'cli.errors.bucket_missing', hint: 'cli.hints.bucket_missing' },
  bucket_key_wrong: { exit: 'usage', key: 'cli.errors.bucket_key_wrong', hint: 'cli.hints.bucket_key_wrong' },
  bucket_denied: { exit: 'usage', key: 'cli.errors.bucket_denied', hint: 'cli.hints.bucket_denied' },
  bucket_clock_wrong: {
    exit: 'usage',
    key: 'cli.errors.bucket_clock_wrong',
    hint: 'cli.hints.bucket_clock_wrong',
  },
  bucket_refused: { exit: 'usage', key: 'cli.errors.bucket_refused', hint: 'cli.hints.bucket_refused' },
  bucket_taken: { exit: 'usage', key: 'cli.errors.bucket_taken', hint: 'cli.hints.bucket_taken' },
  bucket_lost: { exit: 'usage', key: 'cli.errors.bucket_lost', hint: 'cli.hints.bucket_lost' },
  database_moved: {
    exit: 'conflict',
    key: 'cli.errors.database_moved',
    hint: 'cli.hints.database_moved',
  },
  database_incomplete: {
    exit: 'conflict',
    key: 'cli.errors.database_incomplete',
    hint: 'cli.hints.database_incomplete',
  },
  database_same_kind: {
    exit: 'usage',
    key: 'cli.errors.database_same_kind',
  },
  database_older: {
    exit: 'version',
    key: 'cli.errors.database_older',
    hint: 'cli.hints.database_older',
  },
  database_unreachable: {
    exit: 'unavailable',
    key: 'cli.errors.database_unreachable',
  },
  database_credentials: {
    exit: 'forbidden',
    key: 'cli.errors.database_credentials',
  },
  database_missing: {
    exit: 'notFound',
    key: 'cli.errors.database_missing',
    hint: 'cli.hints.database_missing',
  },
  database_forbidden: {
    exit: 'forbidden',
    key: 'cli.errors.database_forbidden',
    hint: 'cli.hints.database_forbidden',
  },
  database_not_utf8: {
    exit: 'failure',
    key: 'cli.errors.database_not_utf8',
    hint: 'cli.hints.database_not_utf8',
  },
  database_not_empty: {
    exit: 'conflict',
    key: 'cli.errors.database_not_empty',
    hint: 'cli.hints.database_not_empty',
  },
  database_full: {
    exit: 'limit',
    key: 'cli.errors.database_full',
  },
  database_busy: {
    exit: 'conflict',
    key: 'cli.errors.database_busy',
    hint: 'cli.hints.database_busy',
  },
  database_differs: {
    exit: 'integrity',
    key: 'cli.errors.database_differs',
    hint: 'cli.hints.database_differs',
  },
  backup_target_missing: {
    exit: 'usage',
    key: 'cli.errors.backup_target_missing',
    hint: 'cli.hints.backup_target_missing',
  },
  backup_target_invalid: {
    exit: 'usage',
    key: 'cli.errors.backup_target_invalid',
    hint: 'cli.hints.backup_target_invalid',
  },
  backup_target_not_found: {
    exit: 'notFound',
    key: 'cli.errors.backup_target_not_found',
    hint: 'cli.hints.backup_target_not_found',
  },
  backup_target_emptied: {
    exit: 'notFound',
    key: 'cli.errors.backup_target_emptied',
    hint: 'cli.hints.backup_target_emptied',
  },
  backup_parent_missing: {
    exit: 'notFound',
    key: 'cli.errors.backup_parent_missing',
    hint: 'cli.hints.backup_parent_missing',
  },
  backup_target_failed: { exit: 'unavailable', key: 'cli.errors.backup_target_failed' },
  backup_target_inside: {
    exit: 'usage',
    key: 'cli.errors.backup_target_inside',
    hint: 'cli.hints.backup_target_inside',
  },
  backup_host_key: {
    exit: 'forbidden',
    key: 'cli.errors.backup_host_key',
    hint: 'cli.hints.backup_host_key',
  },
  backup_target_taken: {
    exit: 'conflict',
    key: 'cli.errors.backup_target_taken',
    hint: 'cli.hints.backup_target_taken',
  },
  backup_running: { exit: 'conflict', key: 'cli.errors.backup_running', hint: 'cli.hints.backup_running' },
  backup_not_found: {
    exit: 'notFound',
    key: 'cli.errors.backup_not_found',
    hint: 'cli.hints.backup_not_found',
  },
  backup_empty: { exit: 'notFound', key: 'cli.errors.backup_empty', hint: 'cli.hints.backup_empty' },
  backup_newer: { exit: 'version', key: 'cli.errors.backup_newer' },
  backup_damaged: { exit: 'integrity', key: 'cli.errors.backup_damaged', hint: 'cli.hints.backup_damaged' },
  backup_keeps_nothing: {
    exit: 'usage',
    key: 'cli.errors.backup_keeps_nothing',
    hint: 'cli.hints.backup_keeps_nothing',
  },
  backup_none_whole: {
    exit: 'integrity',
    key: 'cli.errors.backup_none_whole',
    hint: 'cli.hints.backup_none_whole',
  },
  backup_snapshot_damaged: { exit: 'integrity', key: 'cli.errors.backup_snapshot_damaged' },
  backup_key_missing: {
    exit: 'usage',
    key: 'cli.errors.backup_key_missing',
    hint: 'cli.hints.backup_key_missing',
  },
  backup_key_wrong: { exit: 'usage', key: 'cli.errors.backup_key_wrong', hint: 'cli.hints.backup_key_wrong' },
  backup_key_inside: {
    exit: 'usage',
    key: 'cli.errors.backup_key_inside',
    hint: 'cli.hints.backup_key_inside',
  },
  backup_key_unwritable: {
    exit: 'failure',
    key: 'cli.errors.backup_key_unwritable',
    hint: 'cli.hints.backup_key_unwritable',
  },
  restore_not_empty: {
    exit: 'conflict',
    key: 'cli.errors.restore_not_empty',
    hint: 'cli.hints.restore_not_empty',
  },
  restore_incomplete: {
    exit: 'conflict',
    key: 'cli.errors.restore_incomplete',
    hint: 'cli.hints.restore_incomplete',
  },
};
