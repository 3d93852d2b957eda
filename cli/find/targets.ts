import { AppError } from '#sdk/contract/errors.js';
import type { Context } from '../context.ts';
import { ArgumentError, CliError, HintedError } from '../errors/cli-error.ts';
import { errorText } from '../errors/error-text.ts';
import { forTerminal } from '../io/output.ts';
import { shortList } from '../io/short-list.ts';

/** One of several things that a command line names. */
export interface Target<T> {
  /** As the person has named it. */
  argument: string;
  value: T;
}

interface Search<T> {
  find(argument: string): Promise<T>;
  /** Equal for arguments that name the same thing, which counts once. */
  keyOf(found: T): string;
}

/**
 * Finds everything that the arguments name, so that nothing is changed if one of them names nothing.
 *
 * @throws ArgumentError if one of several cannot be found; otherwise the error of `find`
 */
export async function findTargets<T>(
  names: readonly string[],
  { find, keyOf }: Search<T>,
): Promise<Target<T>[]> {
  const targets = new Map<string, Target<T>>();
  for (const argument of names) {
    try {
      const value = await find(argument);
      const key = keyOf(value);
      if (!targets.has(key)) targets.set(key, { argument, value });
    } catch (error) {
      throw names.length > 1 ? nameArgument(error, argument) : error;
    }
  }
  return [...targets.values()];
}

interface Change<T, R> {
  change(value: T): Promise<R>;
  /** Says which one failed, what was changed before it and what was not. */
  partly: 'cli.errors.partly_deleted' | 'cli.errors.partly_revoked' | 'cli.errors.partly_changed';
  /** What `--json` tells of those that were changed. */
  detailsOf(done: R[]): Readonly<Record<string, unknown>>;
}

/**
 * Changes one target after the other, and stops at the first that fails.
 *
 * @throws CliError `partial` if others were changed before it
 */
export async function changeOneByOne<T, R>(
  { translator }: Context,
  targets: readonly Target<T>[],
  { change, partly, detailsOf }: Change<T, R>,
): Promise<R[]> {
  const done: R[] = [];
  for (const [index, { argument, value }] of targets.entries()) {
    try {
      done.push(await change(value));
    } catch (error) {
      if (index === 0) throw targets.length > 1 ? nameArgument(error, argument) : error;
      const namesOf = (some: readonly Target<T>[]) => some.map((target) => target.argument);
      const list = (some: readonly Target<T>[]) =>
        shortList(translator, namesOf(some), { describe: forTerminal }).join(', ');
      const cause = error instanceof HintedError ? error.cause : error;
      throw new CliError({
        exit: 'partial',
        key: partly,
        params: {
          name: forTerminal(argument),
          problem: errorText(translator, cause),
          done: list(targets.slice(0, index)),
          left: list(targets.slice(index)),
        },
        details: { ...detailsOf(done), failed: argument, left: namesOf(targets.slice(index)) },
        cause,
      });
    }
  }
  return done;
}

/** Only what the server refuses can be about the argument, and not if it does not know who is asking. */
function nameArgument(error: unknown, argument: string): unknown {
  const cause = error instanceof HintedError ? error.cause : error;
  return cause instanceof AppError && cause.status !== 401 ? new ArgumentError(error, argument) : error;
}
