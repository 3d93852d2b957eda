import type { LoadHost } from '#sdk/contract/host.js';
import { tolerateClosedPipes, watchSignals } from './io/signals.ts';
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
  process.exitCode = await runCommandLine({ version, loadHost, argv, env, streams, watchSignals });
  // Idle connections must not hold the shell up; whatever is still open after a moment is cut.
  setTimeout(() => process.exit(), 1000).unref();
}
