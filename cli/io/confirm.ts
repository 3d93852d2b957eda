import type { Context } from '../context.ts';
import { CliError } from '../errors/errors.ts';

/**
 * Refuses early what would have to ask, where nobody can answer.
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
  /** What is lost, a line for each thing. */
  losses: readonly string[];
  question: string;
}

/**
 * Names what is lost, then asks.
 *
 * @throws CliError `failure` unless the answer is yes
 */
export async function confirmLoss(context: Context, { losses, question }: Confirmation): Promise<void> {
  for (const loss of losses) context.output.fail(loss);
  if (isYes(await context.terminal.ask(`${question} `), context)) return;
  throw new CliError({ exit: 'failure', key: 'cli.errors.not_confirmed' });
}

/** Whether an answer means yes; one that says nothing means what was offered. */
export function readYes(answer: string, context: Context, offered: boolean): boolean {
  return answer.trim() === '' ? offered : isYes(answer, context);
}

function isYes(answer: string, { translator: { t } }: Context): boolean {
  return ['y', 'yes', t('cli.yes').toLowerCase()].includes(answer.trim().toLowerCase());
}
