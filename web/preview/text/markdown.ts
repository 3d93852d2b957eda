import DOMPurify from 'dompurify';
import { Marked, type RendererObject, type Tokens } from 'marked';

/**
 * HTML in the text is shown as it was written. Pictures, which could come from anywhere, are replaced with their
 * alternative text or address, and checkboxes, which nobody can tick here, with symbols.
 */
const renderer: RendererObject = {
  html: ({ text, block }: Tokens.HTML | Tokens.Tag) =>
    block ? `<p>${escapeHtml(text)}</p>` : escapeHtml(text),
  image: ({ text, href }: Tokens.Image) => `<em>${escapeHtml(text === '' ? href : text)}</em>`,
  checkbox: ({ checked }: Tokens.Checkbox) => (checked ? '☑ ' : '☐ '),
};

const marked = new Marked({ gfm: true, renderer });

const allowed = {
  ALLOWED_TAGS:
    'h1 h2 h3 h4 h5 h6 p br hr blockquote pre code strong em del a ul ol li table thead tbody tr th td'.split(
      ' ',
    ),
  ALLOWED_ATTR: ['href', 'title', 'start', 'align'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/** Markdown as elements that neither run nor load anything. */
export function renderMarkdown(source: string): DocumentFragment {
  const html = marked.parse(source, { async: false });
  const fragment = DOMPurify.sanitize(html, { ...allowed, RETURN_DOM_FRAGMENT: true });
  for (const link of fragment.querySelectorAll('a')) leadOut(link);
  return fragment;
}

/** Links open in a new tab and lead only to the web or to an email address. */
function leadOut(link: HTMLAnchorElement): void {
  if (!/^(?:https?:\/\/|mailto:)/i.test(link.getAttribute('href') ?? '')) {
    link.removeAttribute('href');
    return;
  }
  link.setAttribute('target', '_blank');
  link.setAttribute('rel', 'noopener noreferrer nofollow');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
