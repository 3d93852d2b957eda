import type { ExitName } from '#sdk/contract/errors.js';
import type { MessageKey, MessageParams } from '#sdk/i18n/translate.js';

/** A text of the catalogue with its values. */
export interface Text {
  key: MessageKey;
  params?: MessageParams;
}

interface CliErrorInit extends Text {
  exit: ExitName;
  /** What to do next. */
  hint?: Text;
  /** Added to the `--json` document next to the message. */
  details?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

/** A failure that the command itself finds; failures of the server are `AppError`. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exit: ExitName;
  readonly text: Text;
  readonly hint: Text | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor({ exit, key, params, hint, details, cause }: CliErrorInit) {
    super(key, cause === undefined ? undefined : { cause });
    this.exit = exit;
    this.text = params ? { key, params } : { key };
    this.hint = hint;
    this.details = details ?? {};
  }
}

/** Another error together with what to do next in this place, and with what was done before it. */
export class HintedError extends Error {
  override readonly name = 'HintedError';
  readonly hint: Text | undefined;
  /** Added to the `--json` document next to the message. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(cause: unknown, hint: Text | undefined, details: Readonly<Record<string, unknown>> = {}) {
    super('see cause', { cause });
    this.hint = hint;
    this.details = details;
  }
}

/** Another error together with the argument that it is about, for commands that take several. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError';
  /** As it was given. */
  readonly argument: string;

  constructor(cause: unknown, argument: string) {
    super('see cause', { cause });
    this.argument = argument;
  }
}

/** Everything that stands in the way, in the order in which it would be met: the first decides the exit code. */
export class SeveralErrors extends Error {
  override readonly name = 'SeveralErrors';
  readonly errors: readonly [Error, ...Error[]];
  /** Added to the `--json` document. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(errors: readonly [Error, ...Error[]], details: Readonly<Record<string, unknown>> = {}) {
    super('see errors');
    this.errors = errors;
    this.details = details;
  }
}

/** Ctrl-C, SIGTERM, or SIGHUP of a terminal that was closed. */
export type Interruption = 'interrupted' | 'terminated' | 'hangup';

/** The reason of an abort by a signal of the system. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
  readonly exit: Interruption;

  constructor(exit: Interruption) {
    super(exit);
    this.exit = exit;
  }
}
