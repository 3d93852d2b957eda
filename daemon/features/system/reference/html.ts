import { escapeHtml } from '#sdk/i18n/escape-html.js';

/** Text with `code` in it, as in the descriptions of the OpenAPI document. */
export function inline(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

export function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`;
}

export function list(items: readonly string[], className = ''): string {
  if (items.length === 0) return '';
  const attribute = className === '' ? '' : ` class="${className}"`;
  return `<ul${attribute}>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
}

interface Table {
  /** What the table is about, for readers that cannot see where it is. */
  caption: string;
  heads: readonly string[];
  /** The first cell of a row is its head. */
  rows: readonly (readonly string[])[];
}

export function table({ caption, heads, rows }: Table): string {
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join('');
  const body = rows.map(
    ([first = '', ...rest]) =>
      `<tr><th scope="row">${first}</th>${rest.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
  );
  return `<table><caption>${escapeHtml(caption)}</caption><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`;
}
