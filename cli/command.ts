import type * as z from 'zod/mini';
import type { ExitName } from '#sdk/contract/errors.js';
import type { MessageKey } from '#sdk/i18n/translate.js';
import type { Context } from './context.ts';

/** A positional argument; its help text is `cli.args.<text>`. */
export interface Argument {
  name: string;
  /** The field of the API that it becomes, if that has another name. */
  field?: string;
  /** The name by default; another for arguments that share a name but differ in meaning. */
  text?: string;
  required?: boolean;
  /** Takes all following arguments; only the last argument can be variadic. */
  variadic?: boolean;
  /** The empty text means something; otherwise it is refused. */
  canBeEmpty?: boolean;
  /** The values it can have; any by default. */
  choices?: readonly string[];
}

export interface CommandInput<O extends z.ZodMiniObject> {
  args: readonly string[];
  /** Checked against the command's schema. */
  options: z.output<O>;
}

/**
 * One command. It returns data, which `main.ts` prints: unchanged with `--json`, otherwise as the lines of `view`.
 */
export interface Command<O extends z.ZodMiniObject = z.ZodMiniObject, R = unknown> {
  args?: readonly Argument[];
  /** Shown below a usage error. */
  usageHint?: MessageKey;
  /** Becomes options and their help: see {@link optionsFrom}. */
  options: O;
  run(context: Context, input: CommandInput<O>): Promise<R>;
  /** Returns the lines for stdout, for people and pipes; without it, nothing is printed. */
  view?(result: R, context: Context, options?: z.output<O>): readonly string[];
  /** The exit code of a result that is not a success. */
  exit?(result: R): ExitName;
}

/** A row of the command table. It is small, because all rows are loaded at every start. */
export interface CommandEntry {
  /** Words after `fileshare`: `share create`. */
  name: string;
  aliases?: readonly string[];
  summary: MessageKey;
  /** The command has signal handlers of its own. */
  handlesSignals?: boolean;
  /** With `--json`, it prints JSON lines, including a failure, instead of one document. */
  printsLines?: boolean;
  /** It administers an instance: with `--local` the one on this machine, without signing in. */
  canBeLocal?: boolean;
  load(): Promise<Command>;
}

/** Types a command by its schema. */
export function defineCommand<O extends z.ZodMiniObject, R>(command: Command<O, R>): Command<O, R> {
  return command;
}
