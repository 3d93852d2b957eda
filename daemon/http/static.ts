import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentType } from 'mime-types';
import { builtInLogo } from '#sdk/contract/config/general.js';
import { AppError } from '#sdk/contract/errors.js';
import { translatorFor } from '#sdk/i18n/catalogue.js';
import { escapeHtml } from '#sdk/i18n/escape-html.js';
import { localeOf } from '#sdk/i18n/locales.js';
import { matchPageLocale } from '#sdk/i18n/match.js';
import { languagesOf } from './actor.ts';
import { sendCompressed } from './compress.ts';
import type { Context, Middleware } from './context.ts';
import type { FirstAnswers } from './first-answers.ts';
import { type FirstLoad, preloadLink, readFirstLoad } from './first-load.ts';

const schemes = ['light', 'dark', 'system'];

/** Compressed at build time; the first encoding that the browser accepts is sent. */
const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

interface Asset {
  type: string;
  etag: string;
  content: Buffer;
  compressed: Partial<Record<'br' | 'gzip', Buffer>>;
}

/** Facts about the instance that the page knows before its first script runs. */
export interface PageFacts {
  /** For visitors who ask for no known language. */
  locale: string;
  appName: string;
  /** URL of the logo. */
  logo: string;
  /** `#rrggbb` */
  accentColor: string;
}

/**
 * Serves the built page: existing files (cached forever if their name has a hash), and `index.html` for everything else
 * that a browser navigates to, with the name, logo and accent color of the instance and the visitor's language and color
 * scheme written into it, so that nothing flashes. All files are small and kept in memory: an upgrade that replaces them does
 * not disturb a server that is still running.
 */
export function createStatic(
  directory: string,
  facts: () => PageFacts,
  answerFirst: (ctx: Context) => Promise<FirstAnswers>,
): Middleware {
  const assets = readAssets(directory);
  const firstLoad = readFirstLoad(assets.get('/.vite/manifest.json')?.content);
  const page = assets.get('/index.html')?.content.toString('utf8');
  if (page === undefined)
    throw new Error(`${directory} holds no index.html; build the page with: npm run build`);

  return async (ctx) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw new AppError('method_not_allowed');
    const asset = ctx.path === '/index.html' ? undefined : assets.get(ctx.path);
    if (asset) return sendAsset(ctx, asset);
    if (/\.\w+$/.test(ctx.path) && !ctx.accepts('html')) throw new AppError('not_found');
    ctx.type = 'text/html; charset=utf-8';
    // It contains what this visitor may see now.
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Vary', 'Cookie, Accept-Language');
    const { isSignedIn, answers } = await answerFirst(ctx);
    const html = withAnswers(personalize(page, ctx, { facts: facts(), firstLoad }), answers);
    // See `compress.ts`: the name of a share, which its sender chooses, stands next to the visitor's email address.
    if (isSignedIn) ctx.body = html;
    else await sendCompressed(ctx, html);
  };
}

function readAssets(directory: string): Map<string, Asset> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name));
  return new Map(
    files.map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const address = file.slice(directory.length).replaceAll('\\', '/');
      return [address.startsWith('/') ? address : `/${address}`, readAsset(file)];
    }),
  );
}

function readAsset(file: string): Asset {
  const content = readFileSync(file);
  const compressed = Object.fromEntries(
    encodings
      .filter(({ suffix }) => existsSync(file + suffix))
      .map(({ name, suffix }) => [name, readFileSync(file + suffix)]),
  );
  return {
    type: contentType(file.slice(file.lastIndexOf('.'))) || 'application/octet-stream',
    etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    content,
    compressed,
  };
}

function sendAsset(ctx: Context, { type, etag, content, compressed }: Asset): void {
  const encoding = encodings.find(({ name }) => compressed[name] && ctx.acceptsEncodings(name) === name);
  ctx.status = 200;
  ctx.set('Content-Type', type);
  ctx.set(
    'Cache-Control',
    ctx.path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  );
  ctx.set('Vary', 'Accept-Encoding');
  ctx.set('ETag', encoding ? etag.replace(/"$/, `-${encoding.name}"`) : etag);
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  if (encoding) ctx.set('Content-Encoding', encoding.name);
  ctx.body = (encoding && compressed[encoding.name]) ?? content;
}

/** Blocks of data are not run, and nothing in them can end the block. */
function withAnswers(html: string, answers: FirstAnswers['answers']): string {
  const json = JSON.stringify(answers).replaceAll('<', '\\u003c');
  const block = `<script type="application/json" id="first-answers">${json}</script>`;
  return html.replace('</head>', () => `${block}</head>`);
}

interface Personal {
  facts: PageFacts;
  firstLoad: FirstLoad;
}

function personalize(html: string, ctx: Context, { facts, firstLoad }: Personal): string {
  const locale = matchPageLocale([...languagesOf(ctx), facts.locale]);
  const scheme = ctx.cookies.get('color_scheme') ?? 'system';
  const scripts = [...firstLoad.textsIn(locale), ...(ctx.path.startsWith('/share/') ? firstLoad.share : [])];
  return withLogo(html, facts.logo)
    .replace('</head>', () => `${scripts.map(preloadLink).join('')}</head>`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(facts.appName)}</title>`)
    .replace(/<html lang="[^"]*"/, `<html lang="${locale}" dir="${localeOf(locale).rtl ? 'rtl' : 'ltr'}"`)
    .replace('<noscript>', () => `<noscript>${escapeHtml(translatorFor([locale]).t('html.noScript'))}`)
    .replace(/data-accent="[^"]*"/, () => `data-accent="${escapeHtml(facts.accentColor)}"`)
    .replace(
      /data-color-scheme="[^"]*"/,
      `data-color-scheme="${schemes.includes(scheme) ? scheme : 'system'}"`,
    );
}

/** The icons of the build show the built-in logo: a custom logo replaces them all. */
function withLogo(html: string, logo: string): string {
  if (logo === builtInLogo) return html;
  const icon = `<link rel="icon" href="${escapeHtml(logo)}" type="image/png" />`;
  return html.replaceAll(/\s*<link rel="icon"[^>]*>/g, '').replace('</head>', () => `${icon}</head>`);
}
