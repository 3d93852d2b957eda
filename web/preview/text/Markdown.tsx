import { useCallback } from 'react';
import { Fragment } from './Fragment.tsx';
import { renderMarkdown } from './markdown.ts';
import { monospace } from './monospace.ts';

export function Markdown({ source }: { source: string }) {
  const make = useCallback(() => renderMarkdown(source), [source]);
  return <Fragment make={make} component="div" sx={markdownStyle} />;
}

/** A page to read: one column of text, quiet headings. */
const markdownStyle = {
  maxWidth: 760,
  mx: 'auto',
  px: { xs: 2, sm: 4 },
  py: { xs: 1, sm: 3 },
  lineHeight: 1.65,
  overflowWrap: 'anywhere',
  '& h1, & h2, & h3, & h4, & h5, & h6': {
    mt: 4,
    mb: 1.5,
    fontWeight: 650,
    lineHeight: 1.25,
    letterSpacing: '-0.014em',
  },
  '& h1': { fontSize: '1.875rem' },
  '& h2': { fontSize: '1.375rem' },
  '& h3': { fontSize: '1.125rem' },
  '& h4, & h5, & h6': { fontSize: '1rem' },
  '& p, & ul, & ol, & blockquote, & pre, & table': { mt: 0, mb: 2 },
  '& ul, & ol': { pl: 3 },
  '& li > p': { mb: 0.5 },
  '& a': { color: 'primary.main', textUnderlineOffset: '0.2em' },
  '& blockquote': { mx: 0, pl: 2, borderLeft: 3, borderColor: 'divider', color: 'text.secondary' },
  '& code': { ...monospace, px: 0.5, borderRadius: 0.5, bgcolor: 'paper.sunken' },
  '& pre': { p: 2, borderRadius: 1, bgcolor: 'paper.sunken', whiteSpace: 'pre-wrap' },
  '& pre code': { p: 0, bgcolor: 'transparent' },
  '& table': { borderCollapse: 'collapse', width: '100%' },
  '& th, & td': { px: 1.25, py: 0.75, border: 1, borderColor: 'divider', textAlign: 'start' },
  '& hr': { my: 4, border: 0, borderTop: 1, borderTopStyle: 'solid', borderColor: 'divider' },
} as const;
