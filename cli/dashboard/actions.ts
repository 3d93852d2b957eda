import type { OwnerShare } from '#sdk/contract/shares.js';
import { NetworkError } from '#sdk/index.js';
import type { Client, Context } from '../context.ts';
import { describeFailure } from '../errors/describe-failure.ts';
import { explainRefusal } from '../errors/explain-refusal.ts';
import { copyToClipboard } from '../io/clipboard.ts';
import { openBrowser } from '../io/open-browser.ts';
import type { Connection } from '../server/connect.ts';
import type { Actions, Details, Item } from '../ui/dashboard-items.ts';
import { discardLeftUpload, type LeftUpload, listLeftUploads } from '../upload/left-uploads.ts';
import { sameCommand } from '../upload/resume.ts';

/** Number of shares that are shown: the newest. */
const recent = '50';

/** What the dashboard shows and does. It never waits for the server to show what is on this machine. */
export function createActions(context: Context, { client, server, account, token }: Connection): Actions {
  const { t } = context.translator;
  let username = token ? '' : account;
  let shares: readonly OwnerShare[] = [];
  let problem: string | null = null;
  const ask = async () => {
    shares = (await client.shares.list({ query: { limit: recent } })).shares;
    if (username === '') username = (await client.users.me())?.username ?? '';
    return '';
  };
  const titleOf = () => (username === '' ? server : t('cli.dashboard.title', { username, server }));
  return {
    title: titleOf(),
    load: async (show) => {
      const uploads = await listLeftUploads(context);
      // The draft of an upload is on the server, too; it is shown once, where it can be continued.
      const drafts = new Set(uploads.map(({ url }) => url));
      const showAll = () => {
        const others = shares.filter(({ state, url }) => state !== 'draft' || !drafts.has(url));
        const items = [...uploads.map(toItem), ...others.map((share): Item => ({ kind: 'share', share }))];
        show({ title: titleOf(), items, problem });
      };
      showAll();
      problem = await ask().catch((error: unknown) => explain(context, server, error));
      showAll();
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

function toItem(upload: LeftUpload): Item {
  return { kind: 'upload', command: sameCommand(upload.argv), ...upload };
}

/** Says why shares are missing and how to go on, on one line. */
async function explain(context: Context, server: string, error: unknown): Promise<string> {
  const { translator } = context;
  if (error instanceof NetworkError) return translator.t('cli.dashboard.unreachable', { server });
  const { document } = describeFailure(translator, await explainRefusal(context, error));
  return [document['message'], document['hint']].filter(Boolean).join(' ');
}

async function describe(context: Context, client: Client, { id, url }: OwnerShare): Promise<Details> {
  const { describeShare, fetchShare } = await import('../commands/shares/show.ts');
  const { drawQrCode } = await import('../ui/qr-code.ts');
  const lines = describeShare(await fetchShare(client, id, { files: false }), context);
  return { lines, code: drawQrCode(url, false) };
}
