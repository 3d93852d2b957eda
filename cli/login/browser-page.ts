import { createHash } from 'node:crypto';
import { escapeHtml } from '#sdk/i18n/escape-html.js';
import type { MessageKey, MessageParams, Translator } from '#sdk/i18n/translate.js';

interface BrowserPage {
  title: MessageKey;
  text: MessageKey;
}

/** The pages that the browser shows at the end. */
export const browserPages = {
  done: { title: 'cli.login.pages.done', text: 'cli.login.pages.done_text' },
  denied: { title: 'cli.login.pages.denied', text: 'cli.login.pages.denied_text' },
  failed: { title: 'cli.login.pages.failed', text: 'cli.login.pages.failed_text' },
  stray: { title: 'cli.login.pages.stray', text: 'cli.login.pages.stray_text' },
} as const satisfies Record<string, BrowserPage>;

const style = `
:root { color-scheme: light dark; }
body { margin: 15vh auto; max-width: 32rem; padding: 0 1.5rem; overflow-wrap: anywhere; }
body { font: 1.125rem/1.5 system-ui, sans-serif; }
`;
const styleHash = createHash('sha256').update(style).digest('base64');

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/** The address contains the code: the page loads nothing from elsewhere, and is neither stored nor sent as a referrer. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy.join('; '),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** A page without scripts, in the language of the terminal. */
export function renderBrowserPage(
  { t, locale }: Translator,
  { title, text }: BrowserPage,
  params: MessageParams = {},
): string {
  const heading = escapeHtml(t(title));
  return `<!doctype html>
<html lang="${escapeHtml(locale)}" dir="auto">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title><style>${style}</style></head>
<body><main><h1>${heading}</h1><p>${escapeHtml(t(text, params))}</p></main></body>
</html>
`;
}
