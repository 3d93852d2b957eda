import type { Context } from '../context.ts';
import { CliError } from '../errors/cli-error.ts';

/**
 * Refuses if confirmation is needed but nobody can answer; for commands that do a lot before they ask.
 *
 * @throws CliError `usage`
 */
export function assertCanConfirm({ terminal }: Context, isConfirmed: boolean): void {
  if (isConfirmed || terminal.isInteractive) return;
  throw new CliError({
    exit: 'usage',
    key: 'cli.errors.confirmation_needed',
    hint: { key: 'cli.hints.confirmation_needed' },
  });
}

export interface Confirmation {
  /** What the action deletes or removes, one line for each item. */
  consequences: readonly string[];
  question: string;
}

/**
 * Lists the consequences of an action, then asks whether to go on.
 *
 * @throws CliError `failure` unless the answer is yes, `usage` if nobody can answer
 */
export async function confirmAction(
  context: Context,
  { consequences, question }: Confirmation,
): Promise<void> {
  assertCanConfirm(context, false);
  for (const consequence of consequences) context.output.fail(consequence);
  if (isYes(await context.terminal.ask(`${question} `), context)) return;
  throw new CliError({ exit: 'failure', key: 'cli.errors.not_confirmed' });
}

/** True if an answer means yes; an empty answer means the default. */
export function readYes(answer: string, context: Context, offered: boolean): boolean {
  return answer.trim() === '' ? offered : isYes(answer, context);
}

function isYes(answer: string, { translator: { t } }: Context): boolean {
  return ['y', 'yes', t('cli.yes').toLowerCase()].includes(answer.trim().toLowerCase());
}
