import { useCallback } from 'react';
import { Fragment } from './Fragment.tsx';
import { renderMarkdown } from './markdown.ts';
import { markdownStyle } from './markdown-style.ts';
import type { ViewProps } from './preview-kinds.ts';
import { TextFrame } from './TextFrame.tsx';

export function MarkdownView(view: ViewProps) {
  return <TextFrame {...view}>{(text) => <Markdown source={text} />}</TextFrame>;
}

function Markdown({ source }: { source: string }) {
  const make = useCallback(() => renderMarkdown(source), [source]);
  return <Fragment make={make} component="div" sx={markdownStyle} />;
}
