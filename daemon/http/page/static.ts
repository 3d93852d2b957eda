import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deriveAccent } from '#sdk/contract/config/accent.js';
import { builtInLogo } from '#sdk/contract/config/general.js';
import { AppError } from '#sdk/contract/errors.js';
import { translatorFor } from '#sdk/i18n/catalogue.js';
import { escapeHtml } from '#sdk/i18n/escape-html.js';
import { type LocaleCode, localeOf } from '#sdk/i18n/locales.js';
import { matchFormatLocale, matchPageLocale } from '#sdk/i18n/match.js';
import { languagesOf } from '../actor.ts';
import { sendCompressed } from '../compress.ts';
import type { Context, Middleware } from '../context.ts';
import { type Asset, createAssets } from './assets.ts';
import type { FirstAnswers } from './first-answers.ts';
import { type FirstLoad, firstScript, preloadLink, readFirstLoad } from './first-load.ts';

/** Milliseconds after a start, in which the server has more urgent work. */
const readAssetsAfter = 1000;

const schemes = ['light', 'dark', 'system'];

/** The first encoding that the browser accepts is sent. */
const encodings = ['br', 'gzip'] as const;

/** Facts about the instance that the page knows before its first script runs. */
export interface PageFacts {
  /** For visitors who ask for no known language. */
  locale: string;
  appName: string;
  /** URL of the logo. */
  logo: string;
  /** `#rrggbb` */
  accentColor: string;
  /** Archives are compressed before they are sent: the page waits for them. */
  compressesArchives: boolean;
}

/**
 * Serves the built page: existing files (cached forever if their name has a hash), and `index.html` for everything else
 * that a browser navigates to, with the name, logo and accent color of the instance and the visitor's language and color
 * scheme written into it, so that nothing flashes.
 */
export function createStatic(
  directory: string,
  facts: () => PageFacts,
  answerFirst: (ctx: Context) => Promise<FirstAnswers>,
): Middleware {
  const pageFile = join(directory, 'index.html');
  if (!existsSync(pageFile)) {
    throw new Error(`${directory} holds no index.html; build the page with: npm run build`);
  }
  const page = readFileSync(pageFile, 'utf8');
  const manifestFile = join(directory, '.vite/manifest.json');
  const firstLoad = readFirstLoad(existsSync(manifestFile) ? readFileSync(manifestFile, 'utf8') : '{}');
  const assets = createAssets(directory);
  // What goes wrong is reported by the first request for the file.
  setTimeout(() => void assets.readAll().catch(() => undefined), readAssetsAfter).unref();

  return async (ctx) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw new AppError('method_not_allowed');
    const asset = ctx.path === '/index.html' ? undefined : await assets.find(ctx.path);
    if (asset) return sendAsset(ctx, asset);
    if (/\.\w+$/.test(ctx.path) && !ctx.accepts('html')) throw new AppError('not_found');
    ctx.type = 'text/html; charset=utf-8';
    // It contains what this visitor may see now.
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Vary', 'Cookie, Accept-Language');
    const { isSignedIn, isKnown, answers } = await answerFirst(ctx);
    const personal = { facts: facts(), firstLoad };
    const html = personalize(page, ctx, personal);
    const isVisit = isKnown && /^\/share\/[\w-]{1,100}$/.test(ctx.path);
    const answered = withAnswers(isVisit ? withVisit(html, ctx, personal) : html, answers);
    // See `compress.ts`: the name of a share, which its sender chooses, stands next to the visitor's email address.
    if (isSignedIn) ctx.body = answered;
    else await sendCompressed(ctx, answered);
  };
}

async function sendAsset(ctx: Context, { type, etag, compressed, content }: Asset): Promise<void> {
  const encoding = compressed && encodings.find((name) => ctx.acceptsEncodings(name) === name);
  ctx.status = 200;
  ctx.set('Content-Type', type);
  ctx.set(
    'Cache-Control',
    ctx.path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  );
  ctx.set('Vary', 'Accept-Encoding');
  ctx.set('ETag', encoding ? etag.replace(/"$/, `-${encoding}"`) : etag);
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  if (encoding) ctx.set('Content-Encoding', encoding);
  ctx.body = encoding ? compressed[encoding] : await content();
}

/** Blocks of data are not run, and nothing in them can end the block. */
function withAnswers(html: string, answers: FirstAnswers['answers']): string {
  const json = JSON.stringify(answers).replaceAll('<', '\\u003c');
  const block = `<script type="application/json" id="first-answers">${json}</script>`;
  return html.replace('</head>', () => `${block}</head>`);
}

const mainScript = /<script type="module"(?: crossorigin)? src="([^"]+)"><\/script>/;

/** The first script asks for the share and shows its download, then starts the page. */
function withVisit(html: string, ctx: Context, { facts, firstLoad }: Personal): string {
  const { visit } = firstLoad;
  if (!visit) return html;
  const asking = html.replace(mainScript, (_, main: string) => firstScript(visit, main));
  if (facts.compressesArchives) return asking;
  return withEarlyDock(asking, {
    locale: localeFor(ctx, facts),
    wanted: ctx.acceptsLanguages() || [],
    accentColor: facts.accentColor,
  });
}

interface Look {
  locale: LocaleCode;
  /** The visitor's language tags, best first */
  wanted: readonly string[];
  accentColor: string;
}

/** Writes texts and colours into the download that the page of a share shows before its code is read. */
function withEarlyDock(html: string, { locale, wanted, accentColor }: Look): string {
  const { t } = translatorFor([locale]);
  const data = {
    all: t('web.share.downloadAll'),
    one: t('web.share.downloadOne'),
    locale: matchFormatLocale(locale, wanted),
  };
  const { light, dark } = deriveAccent(accentColor);
  const colors = { light: light.main, 'on-light': light.on, dark: dark.main, 'on-dark': dark.on };
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`);
  const style = Object.entries(colors).map(([name, value]) => `--${name}:${value}`);
  return html
    .replace('<template id="early-dock"', (start) => start + attributes.join(''))
    .replace('<div data-early-dock', (start) => `${start} style="${style.join(';')}"`);
}

interface Personal {
  facts: PageFacts;
  firstLoad: FirstLoad;
}

function personalize(html: string, ctx: Context, { facts, firstLoad }: Personal): string {
  const locale = localeFor(ctx, facts);
  const scheme = ctx.cookies.get('color_scheme') ?? 'system';
  const isShare = ctx.path.startsWith('/share/');
  const scripts = [...firstLoad.textsIn(locale), ...(isShare ? firstLoad.share : [])];
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

function localeFor(ctx: Context, facts: PageFacts): LocaleCode {
  return matchPageLocale([...languagesOf(ctx), facts.locale]);
}

/** The icons of the build show the built-in logo: a custom logo replaces them all. */
function withLogo(html: string, logo: string): string {
  if (logo === builtInLogo) return html;
  const href = escapeHtml(logo);
  const icons = `<link rel="icon" href="${href}" type="image/png" /><link rel="apple-touch-icon" href="${href}" />`;
  return html
    .replaceAll(/\s*<link rel="(icon|apple-touch-icon)"[^>]*>/g, '')
    .replace('</head>', () => `${icons}</head>`);
}
