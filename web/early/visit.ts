import type { KnownAnswer } from '#sdk/browser.js';
import type { ShareFile } from '#sdk/contract/files.js';
import type { Share } from '#sdk/contract/shares.js';
import { dockDownload } from './dock.ts';

/**
 * The first script of the page of a share: asks for the share and its files while the code of the page is still on its
 * way. The client gives these answers instead of sending the requests again, see `lib/sdk.ts`. The server leaves it out
 * where it must be known first who asks: an owner is no visitor.
 */

declare global {
  interface Window {
    /** By method and path; null: the client is to ask by itself, and to tell what is wrong. */
    earlyAnswers?: Readonly<Record<string, Promise<KnownAnswer | null>>>;
  }
}

/** Characters that a slow phone reads for longer than a frame takes. */
const longText = 100_000;

const share = location.pathname.replace('/share', '/api/shares');
const visit = `POST ${share}/visit`;
const files = `GET ${share}/files?limit=10000`;
const visited = ask(visit);
window.earlyAnswers = {
  [visit]: visited,
  [files]: visited.then(listFiles),
};

/** Asks for the files of an open share. Its download is shown as soon as it is known what that is. */
async function listFiles(answer: KnownAnswer | null): Promise<KnownAnswer | null> {
  const { share } = (answer?.body ?? {}) as { share?: Share };
  if (!share) return null;
  if (share.fileCount > 1) dockDownload(share);
  const listed = await askForAll(files);
  const [onlyFile] = share.fileCount === 1 ? ((listed?.body as FilePage | undefined)?.files ?? []) : [];
  if (onlyFile) dockDownload(share, onlyFile);
  return listed;
}

interface FilePage {
  files: readonly ShareFile[];
  nextCursor: string | null;
}

/** Every page of the list as one answer: the next page does not wait for the code that shows the first. */
async function askForAll(request: string): Promise<KnownAnswer | null> {
  const answer = await ask(request);
  const page = answer?.body as FilePage | undefined;
  if (!page?.nextCursor) return answer;
  const rest = await askForAll(`${files}&cursor=${encodeURIComponent(page.nextCursor)}`);
  const next = rest?.body as FilePage | undefined;
  return next ? { status: 200, body: { ...next, files: [...page.files, ...next.files] } } : null;
}

async function ask(request: string): Promise<KnownAnswer | null> {
  const [method = '', path = ''] = request.split(' ');
  try {
    // The server takes a request with cookies from its own page only, which this header tells.
    const response = await fetch(path, { method, headers: { 'x-requested-with': 'fileshare' } });
    if (!response.ok) return null;
    const text = await response.text();
    if (text.length > longText) await idle();
    return { status: 200, body: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** To read a long list takes a slow phone a while: what is drawn first does not wait for it. */
function idle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 1000 });
    else setTimeout(resolve);
  });
}
