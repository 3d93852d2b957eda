import { useCallback } from 'react';
import { Fragment } from './Fragment.tsx';
import { renderMarkdown } from './markdown.ts';
import { markdownStyle } from './markdown-style.ts';

export function Markdown({ source }: { source: string }) {
  const make = useCallback(() => renderMarkdown(source), [source]);
  return <Fragment make={make} component="div" sx={markdownStyle} />;
}
