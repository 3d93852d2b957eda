import { escapeHtml } from '#sdk/i18n/escape-html.js';
import type { Translator } from '#sdk/i18n/translate.js';

const style = `
  html { color-scheme: light dark; background: light-dark(#f8f5ef, #161412); color: light-dark(#1b1916, #f4efe6); }
  body { box-sizing: border-box; max-width: 40ch; min-height: 100dvh; margin: auto; padding: 14vh 24px 24px;
    font: 430 1rem/1.55 system-ui, sans-serif; text-align: center; }
  h1 { margin: 0 0 12px; font-size: clamp(2rem, 1.6rem + 1.6vw, 2.75rem); line-height: 1.1; letter-spacing: -0.022em; }
  p { margin: 0 0 28px; color: light-dark(#45403a, #c9c0b2); }
  a { display: inline-block; padding: 16px 26px; border: 1px solid light-dark(#cfc6b5, #4a433b); border-radius: 16px;
    background: light-dark(#fff, #2a2622); color: inherit; font-weight: 560; text-decoration: none; }
  a:focus-visible { outline: 3px solid light-dark(#2a3bd6, #a2bbff); outline-offset: 2px; }
`;

/** What an installed page shows when the server cannot be reached: one file without scripts and without other files. */
export function writeOfflinePage({ t, locale }: Translator, appName: string): string {
  const texts = {
    title: escapeHtml(t('web.offline.title')),
    text: escapeHtml(t('web.offline.text')),
    retry: escapeHtml(t('web.offline.retry')),
  };
  return [
    `<!doctype html><html lang="${escapeHtml(locale)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${texts.title} – ${escapeHtml(appName)}</title><style>${style}</style></head>`,
    `<body><main><h1>${texts.title}</h1><p>${texts.text}</p><a href="">${texts.retry}</a></main></body></html>`,
  ].join('');
}
