import { describeSystemError } from '#sdk/i18n/system-errors.js';
import { english } from './english.ts';

/** Why something failed, for messages of commands: errors of the file system in words, with the path. */
export function reasonOf(error: unknown): string {
  return describeSystemError(english, error) ?? (error instanceof Error ? error.message : String(error));
}
