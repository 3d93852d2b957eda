import { spawnSync } from 'node:child_process';
import * as z from 'zod/mini';
import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { createActions } from '../dashboard/actions.ts';
import { CliError } from '../errors/cli-error.ts';
import { connect } from '../server/connect.ts';
import { loadInk } from '../ui/load-ink.ts';
import type { LeftUpload } from '../upload/left-uploads.ts';

/** What `fileshare` alone does on a terminal. */
export const dashboard = defineCommand({
  options: z.strictObject({}),
  async run(context): Promise<void> {
    const { isInteractive } = context.terminal;
    if (!isInteractive || context.options.json) {
      throw new CliError({
        exit: 'usage',
        key: 'cli.errors.needs_terminal',
        hint: { key: 'cli.hints.needs_terminal' },
      });
    }
    await runDashboard(context);
  },
});

/** Shows the dashboard until it is left, or continues an upload that was chosen there. */
async function runDashboard(context: Context): Promise<void> {
  const { streams, signal, translator } = context;
  const actions = createActions(context, await connect(context));
  const { render } = await loadInk(streams.stderr);
  const { Dashboard } = await import('../ui/Dashboard.tsx');
  let chosen: LeftUpload | null = null;
  const screen = render(
    <Dashboard
      translator={translator}
      actions={actions}
      onResume={(item) => {
        chosen = item;
        screen.unmount();
      }}
    />,
    // stdout stays free for data, as with every command.
    { stdout: streams.stderr, stderr: streams.stderr, stdin: streams.stdin, patchConsole: false },
  );
  signal.addEventListener('abort', () => screen.unmount(), { once: true });
  await screen.waitUntilExit();
  if (chosen) resume(context, chosen);
}

/** Runs the same command again: it continues where it stopped. */
function resume({ streams }: Context, { argv, cwd }: LeftUpload): void {
  const [, program = ''] = process.argv;
  streams.stdin.unref();
  const { status } = spawnSync(process.execPath, [program, ...argv], { cwd, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
