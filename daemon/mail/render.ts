import { escapeHtml } from '#sdk/i18n/escape-html.js';

/**
 * Replaces the `{names}` in a text in one pass, so that a value is never read as a placeholder. Names without a value
 * are left unchanged.
 */
export function fillIn(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
}

/**
 * Makes a text one line of a header: line breaks and invisible characters become spaces. Nothing turns a header into a
 * link, so the word joiners of quoted text are not needed, and joiners hold emoji and some scripts together.
 */
export function toHeaderText(text: string): string {
  return text
    .replaceAll('\u2060', '')
    .replaceAll(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

export interface RenderedMail {
  subject: string;
  text: string;
  /** A complete document that loads nothing from elsewhere. */
  html: string;
}

/** The subject, text and HTML that the recipient sees. */
export function renderMail(
  mail: Omit<Page, 'title'> & { subject: string },
  senderName: string,
): RenderedMail {
  return {
    subject: toHeaderText(mail.subject),
    text: mail.text,
    html: toHtml({ ...mail, title: toHeaderText(senderName) }),
  };
}

interface Page {
  text: string;
  link: string | null;
  title: string;
  locale: string;
}

/** Makes the HTML part: the same text in the one layout, everything escaped, `link` clickable. */
export function toHtml({ text, link, title, locale }: Page): string {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p style="margin:0 0 16px">${linkUp(paragraph, link)}</p>`);
  return `<!doctype html>
<html lang="${escapeHtml(locale)}" dir="auto">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px 16px;background:#f4f4f5">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px;${font}">
<p style="margin:0 0 24px;font-weight:600">${escapeHtml(title)}</p>
${paragraphs.join('\n')}
</div>
</body>
</html>
`;
}

const font = 'font:16px/1.5 system-ui,sans-serif;color:#18181b';

function linkUp(paragraph: string, link: string | null): string {
  const parts = link === null ? [paragraph] : paragraph.split(link);
  const href = escapeHtml(link ?? '');
  const anchor = `<a href="${href}" style="color:#0b5ed7;word-break:break-all">${href}</a>`;
  return parts.map((part) => escapeHtml(part).replaceAll('\n', '<br>\n')).join(anchor);
}
