import { exitCodes } from '#sdk/contract/errors.js';
import type { LoadHost } from '#sdk/contract/host.js';
import { exitOfSystemError } from '#sdk/i18n/system-errors.js';
import { InterruptedError, type Interruption } from './errors/cli-error.ts';
import { runCommandLine } from './run.ts';

export interface Runtime {
  version: string;
  loadHost: LoadHost;
}

/** Runs one command line and sets the exit code of the process. */
export async function main(argv: readonly string[], { version, loadHost }: Runtime): Promise<void> {
  tolerateClosedPipes();
  const { env, stdin, stdout, stderr } = process;
  const streams = { stdin, stdout, stderr };
  const hangup = new AbortController();
  const watch = () => watchSignals(hangup);
  process.exitCode = await runCommandLine({ version, loadHost, argv, env, streams, watchSignals: watch });
  if (hangup.signal.aborted) return endByHangup();
  // Idle connections must not hold the shell up; whatever is still open after a moment is cut.
  setTimeout(() => process.exit(), 1000).unref();
}

/**
 * Aborted by the first Ctrl-C or termination, so that work ends cleanly; the second ends the process at once. A
 * terminal that is closed can say so twice, for itself and through the shell.
 *
 * @param hangup aborted when the terminal is closed
 */
function watchSignals(hangup: AbortController): AbortSignal {
  const controller = new AbortController();
  const watch = (signal: NodeJS.Signals, exit: Interruption) => {
    process.on(signal, () => {
      if (exit === 'hangup') hangup.abort();
      else if (controller.signal.aborted) process.exit(exitCodes[exit]);
      controller.abort(new InterruptedError(exit));
    });
  };
  watch('SIGINT', 'interrupted');
  watch('SIGTERM', 'terminated');
  watch('SIGHUP', 'hangup');
  return controller.signal;
}

/** Node aborts when it exits by itself, because it cannot reset a terminal that is gone. Shells see exit code 129. */
function endByHangup(): void {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}

/**
 * A reader that closes its pipe early (`| head`) has seen enough: that ends the run, and is no accident. When
 * stderr cannot be written, the work continues without it. A terminal that is closed ends it with SIGHUP.
 */
function tolerateClosedPipes(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // With the exit code of a run that has ended: what it found does not depend on how much of it was read.
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? exitCodes.ok);
    if (process.stdout.isTTY) return;
    // Usually stdout is redirected to a full disk. The text is in English, because no catalogue may be loaded.
    process.stderr.write(`fileshare: stdout cannot be written: ${error.message}\n`);
    process.exit(exitCodes[exitOfSystemError(error) ?? 'failure']);
  });
  process.stderr.on('error', () => undefined);
  if (process.stdin.isTTY) process.stdin.on('error', () => undefined);
}
