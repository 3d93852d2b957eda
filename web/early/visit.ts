import type { KnownAnswer } from '#sdk/browser.js';
import type { ShareFile } from '#sdk/contract/files.js';
import type { Share } from '#sdk/contract/shares.js';
import { waitIdly } from '../lib/wait-idly.ts';
import { dockDownload, isPhone } from './dock.ts';

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

/** Files and characters of a list that a slow phone reads for longer than a frame takes. */
const long = { list: 400, text: 100_000 };

const share = location.pathname.replace('/share', '/api/shares');
const visit = `POST ${share}/visit`;
const files = `GET ${share}/files?limit=10000`;
const visited = ask(visit);
const listed = visited.then(listFiles);
window.earlyAnswers = { [visit]: visited, [files]: listed };
const started = start();

/**
 * Starts the page. Its code keeps a slow phone busy for a while: the download is drawn before, if that is a matter of
 * moments.
 */
async function start(): Promise<void> {
  const shown = showDownload().then(nextFrame);
  if (isPhone()) await Promise.race([shown, waitIdly(100)]);
  const main = document.querySelector<HTMLLinkElement>('link[data-main]');
  if (main) await import(/* @vite-ignore */ main.href);
}

/** A phone receives a long list after it has run the code of the page, which would come later for it. */
async function listFiles(answer: KnownAnswer | null): Promise<KnownAnswer | null> {
  const share = shareIn(answer);
  if (!share) return null;
  if (isPhone() && share.fileCount > long.list) await started;
  return askForAll(files);
}

async function showDownload(): Promise<void> {
  const share = shareIn(await visited);
  if (!share) return;
  const [onlyFile] = share.fileCount === 1 ? filesIn(await listed) : [];
  if (onlyFile || share.fileCount > 1) dockDownload(share, onlyFile);
}

function shareIn(answer: KnownAnswer | null): Share | undefined {
  return (answer?.body as { share?: Share } | undefined)?.share;
}

function filesIn(answer: KnownAnswer | null): readonly ShareFile[] {
  return (answer?.body as FilePage | undefined)?.files ?? [];
}

function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
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
    if (text.length > long.text && isPhone()) await started.then(idle);
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
