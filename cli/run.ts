import { CommanderError } from 'commander';
import { clientVariables, envPrefix, findSimilarVariable } from '#sdk/contract/environment.js';
import { type ExitName, exitCodes } from '#sdk/contract/errors.js';
import type { LoadHost } from '#sdk/contract/host.js';
import type { Translator } from '#sdk/i18n/translate.js';
import {
  type Context,
  createCliTranslator,
  createContext,
  GlobalOptions,
  hasSignedIn,
  type Streams,
} from './context.ts';
import { ArgumentError, HintedError, InterruptedError } from './errors/cli-error.ts';
import { describeFailure } from './errors/describe-failure.ts';
import { explainOtherServer } from './errors/explain-other-server.ts';
import { explainRefusal } from './errors/explain-refusal.ts';
import { type ErrorNames, fieldNamesOf, noNames } from './errors/names.ts';
import { createOutput } from './io/output.ts';
import { createTerminal } from './io/terminal.ts';
import { refuseEmpty } from './options/empty.ts';
import { chooseLocal, LocalOptions } from './options/local.ts';
import { preparePasswordFlag } from './options/passwords.ts';
import { readOptions } from './options/read.ts';
import { buildProgram, type Call, expandHelp } from './program.ts';

export interface Run {
  version: string;
  loadHost: LoadHost;
  /** The words after `fileshare`. */
  argv: readonly string[];
  env: NodeJS.ProcessEnv;
  streams: Streams;
  /** Starts listening to signals, for commands that do not do so themselves. */
  watchSignals(): AbortSignal;
}

/** Runs one command line and returns its exit code. */
export async function runCommandLine(run: Run): Promise<number> {
  const translator = createCliTranslator(run.env);
  const [first, ...words] = run.argv;
  if (first === completeCommand) return answerShell({ ...run, translator }, words);
  const isJson = wantsJson(run.argv);
  const state: RunState = { exit: 'ok', printsLines: false, names: noNames };
  try {
    const program = buildProgram({
      translator,
      version: run.version,
      handle: async (call) => {
        state.printsLines = call.entry.printsLines === true;
        state.exit = await handleCall({ ...run, translator }, call, state);
      },
      output: {
        writeOut: (text) => run.streams.stdout.write(text),
        writeErr: (text) => isJson || run.streams.stderr.write(text),
      },
    });
    const argv = (await wantsDashboard(run)) ? ['dashboard'] : run.argv;
    if (argv.length === 0) {
      program.outputHelp();
      return exitCodes.ok;
    }
    const words = completeBareServer(preparePasswordFlag(expandHelp(program, argv)));
    await program.parseAsync(words, { from: 'user' });
    return exitCodes[state.exit];
  } catch (error) {
    const output = createOutput(run.streams, false);
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return exitCodes.ok;
      // Without a command commander shows the help and calls that an error of this name.
      const isHelp = error.code === 'commander.help';
      const message = isHelp
        ? translator.t('cli.errors.command_missing')
        : error.message.replace(/^error: /, '');
      if (isJson) output.printJson({ error: { code: 'usage', message } });
      return exitCodes.usage;
    }
    const failure = describeFailure(translator, error, state.names);
    for (const line of failure.lines) output.fail(line);
    if (isJson) output.printJson({ error: failure.document }, state.printsLines);
    return failure.exitCode;
  }
}

/** What is known of a run when it fails. */
interface RunState {
  exit: ExitName;
  printsLines: boolean;
  names: ErrorNames;
}

/** The hidden command that the scripts of `fileshare completion` call. */
const completeCommand = '__complete';

/** A failure offers nothing and says nothing, because its text would appear in the line that a person types. */
async function answerShell(run: Run & { translator: Translator }, words: readonly string[]): Promise<number> {
  const { complete } = await import('./completion/complete.ts');
  await complete(run, words).catch(() => undefined);
  return exitCodes.ok;
}

async function handleCall(
  run: Run & { translator: Translator },
  call: Call,
  state: RunState,
): Promise<ExitName> {
  const { translator } = run;
  const options = readOptions(translator, GlobalOptions, call.globals);
  refuseEmpty(call);
  const signal = call.entry.handlesSignals ? new AbortController().signal : run.watchSignals();
  const { own, local: where } = splitOptions(call);
  const local = chooseLocal(readOptions(translator, LocalOptions, where), {
    server: options.server,
    loadHost: run.loadHost,
  });
  const { context, lastServer } = rememberServer(createContext({ ...run, options, signal, local }));
  if (!local) warnOfVariables(context);
  const input = { args: call.args, options: readOptions(translator, call.command.options, own) };
  const running = call.command.run(context, input).catch(async (error: unknown) => {
    const server = lastServer();
    state.names = { server, fields: fieldNamesOf(call.command) };
    const explain = async (cause: unknown) => {
      const explained = server === null ? cause : await explainOtherServer(cause, { server, signal });
      return explainRefusal(context, explained);
    };
    throw error instanceof ArgumentError
      ? new ArgumentError(await explain(error.cause), error.argument)
      : await explain(error);
  });
  try {
    const result = await untilInterrupted(running, signal);
    print(context, call, { result, options: input.options });
    return call.command.exit?.(result) ?? 'ok';
  } finally {
    await local?.close();
  }
}

/**
 * Warns of mistyped variables, because the command could use the wrong server or account without notice. Commands on
 * the server's machine refuse every variable that nothing reads; here the server's variables are not known.
 */
function warnOfVariables({ env, output, translator: { t } }: Context): void {
  const known: readonly string[] = Object.values(clientVariables);
  for (const name of Object.keys(env)) {
    if (!name.startsWith(envPrefix) || known.includes(name)) continue;
    const similar = findSimilarVariable(name, known);
    if (similar) output.fail(t('cli.errors.line', { message: t('cli.variable_similar', { name, similar }) }));
  }
}

/** Separates a command's own options from those that select the instance. */
function splitOptions({ entry, options }: Call): Record<'own' | 'local', Record<string, unknown>> {
  const isLocal = ([key]: [string, unknown]) => entry.canBeLocal === true && key in LocalOptions.shape;
  const entries = Object.entries(options);
  return {
    own: Object.fromEntries(entries.filter((entry) => !isLocal(entry))),
    local: Object.fromEntries(entries.filter(isLocal)),
  };
}

/** Remembers the server that a command used, which a link may have named. */
function rememberServer(context: Context): { context: Context; lastServer: () => string | null } {
  let server: string | null = null;
  const createClient: Context['createClient'] = (settings) => {
    server = settings.server;
    return context.createClient(settings);
  };
  return { context: { ...context, createClient }, lastServer: () => (context.local ? null : server) };
}

interface Printed {
  result: unknown;
  options: Record<string, unknown>;
}

function print(context: Context, { command }: Call, { result, options }: Printed): void {
  if (context.options.json) {
    if (result !== undefined) context.output.printJson(result);
    return;
  }
  context.output.print(command.view?.(result, context, options) ?? []);
}

/** Reports an interruption instead of the errors that it causes. */
async function untilInterrupted<T>(running: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await running;
  } catch (error) {
    const isExplained = error instanceof HintedError || error instanceof InterruptedError;
    throw signal.aborted && !isExplained ? signal.reason : error;
  }
}

/** `fileshare` alone shows what somebody who is signed in has; everybody else needs the help. */
async function wantsDashboard({ argv, env, streams }: Run): Promise<boolean> {
  if (argv.length > 0 || !createTerminal(streams).isInteractive || !streams.stdout.isTTY) return false;
  return env[clientVariables.token] !== undefined || (await hasSignedIn(env));
}

/** The commands that know of a server without its URL: `--server` only says that they are to ask it. */
const askKnownServer: ReadonlySet<string | undefined> = new Set(['info', 'doctor']);

/** `info --server` without a URL asks the server that the command uses anyway. Most other commands need the URL. */
function completeBareServer(argv: readonly string[]): string[] {
  const isValue = (at: number) => ['--server', '--progress'].includes(argv[at - 1] ?? '');
  if (!askKnownServer.has(argv.find((word, at) => !word.startsWith('-') && !isValue(at)))) return [...argv];
  const isBare = (word: string, at: number) => word === '--server' && argv[at + 1]?.startsWith('-') !== false;
  // The empty value names no server.
  return argv.map((word, at) => (isBare(word, at) ? '--server=' : word));
}

/** Detects `--json` before the command line is parsed, because usage errors are printed as JSON too. */
function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end === -1 ? undefined : end).includes('--json');
}
