import * as z from 'zod/mini';
import { RecipientEmail } from '#sdk/contract/formats/primitives.js';
import type { Recipient } from '#sdk/contract/shares.js';
import { CliError } from '../errors/cli-error.ts';

/** `--to`: addresses, given separately or as one word separated by commas. */
export const Addresses = z
  .pipe(z.pipe(z.array(z.string()), z.transform(splitWords)), z.array(RecipientEmail))
  .check(z.meta({ value: 'EMAIL' }));

function splitWords(words: string[]): string[] {
  return words.flatMap((word) => word.split(',').map((address) => address.trim()));
}

interface RecipientChange {
  to?: readonly string[] | undefined;
  notTo?: readonly string[] | undefined;
}

/**
 * Returns all recipients of a share after a change.
 *
 * @throws CliError `usage` when a recipient to remove is not on the list
 */
export function changeRecipients(
  before: readonly Recipient[],
  { to = [], notTo = [] }: RecipientChange,
): string[] {
  const addresses = new Map(before.map(({ email }) => [email.toLowerCase(), email]));
  for (const email of notTo) {
    if (addresses.delete(email.toLowerCase())) continue;
    throw new CliError({ exit: 'usage', key: 'cli.errors.recipient_unknown', params: { email } });
  }
  for (const email of to) {
    if (!addresses.has(email.toLowerCase())) addresses.set(email.toLowerCase(), email);
  }
  return [...addresses.values()];
}
