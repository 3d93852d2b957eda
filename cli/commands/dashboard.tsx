import { spawnSync } from 'node:child_process';
import * as z from 'zod/mini';
import { AppError } from '#sdk/contract/errors.js';
import type { OwnerShare } from '#sdk/contract/shares.js';
import { NetworkError } from '#sdk/index.js';
import { defineCommand } from '../command.ts';
import type { Client, Context } from '../context.ts';
import { CliError } from '../errors/cli-error.ts';
import { copyToClipboard } from '../io/clipboard.ts';
import { openBrowser } from '../io/open-browser.ts';
import { type Connection, connect } from '../server/connect.ts';
import type { Actions, Details, Item } from '../ui/dashboard-items.ts';
import { loadInk } from '../ui/load-ink.ts';
import { discardLeftUpload, type LeftUpload, listLeftUploads } from '../upload/left-uploads.ts';
import { sameCommand } from '../upload/resume.ts';
import { describeShare, fetchShare } from './shares/show.ts';

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
  const connection = await connect(context);
  const title = await titleOf(context, connection);
  const { render } = await loadInk(streams.stderr);
  const { Dashboard } = await import('../ui/Dashboard.tsx');
  let chosen: LeftUpload | null = null;
  const screen = render(
    <Dashboard
      translator={translator}
      title={title}
      actions={createActions(context, connection)}
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

/** @throws AppError `sign_in_required`: a stranger has no shares to show */
async function titleOf({ profiles, translator }: Context, { client, server }: Connection): Promise<string> {
  const user = await unlessUnreachable(client.users.me(), await profiles.find(server));
  if (!user) throw new AppError('sign_in_required');
  const { username } = user;
  return username === undefined ? server : translator.t('cli.dashboard.title', { username, server });
}

/** What is known here is shown also while the server does not answer. */
async function unlessUnreachable<T, K>(answer: Promise<T>, known: K): Promise<T | K> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NetworkError) return known;
    throw error;
  }
}

/** Number of shares that are shown: the newest. */
const recent = '50';

function createActions(context: Context, { client, server }: Connection): Actions {
  return {
    load: async () => {
      const [uploads, answer] = await Promise.all([
        listLeftUploads(context),
        unlessUnreachable(client.shares.list({ query: { limit: recent } }), null),
      ]);
      const items = [
        ...uploads.map((upload): Item => ({ kind: 'upload', command: sameCommand(upload.argv), ...upload })),
        ...(answer?.shares ?? []).map((share): Item => ({ kind: 'share', share })),
      ];
      return { items, problem: answer ? '' : context.translator.t('cli.dashboard.unreachable', { server }) };
    },
    describe: (share) => describe(context, client, share),
    copy: async (link) => (await copyToClipboard(context, link)) !== 'failed',
    open: (link) => openBrowser(context, link),
    remove: (item) =>
      item.kind === 'upload'
        ? discardLeftUpload(context, item)
        : client.shares.remove({ params: { id: item.share.id } }),
  };
}

async function describe(context: Context, client: Client, { id, url }: OwnerShare): Promise<Details> {
  const { drawQrCode } = await import('../ui/qr-code.ts');
  const lines = describeShare(await fetchShare(client, id, { files: false }), context);
  return { lines, code: drawQrCode(url, false) };
}

/** Runs the same command again: it continues where it stopped. */
function resume({ streams }: Context, { argv, cwd }: LeftUpload): void {
  const [, program = ''] = process.argv;
  streams.stdin.unref();
  const { status } = spawnSync(process.execPath, [program, ...argv], { cwd, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
