import { Markdown } from './Markdown.tsx';
import type { ViewProps } from './preview-kinds.ts';
import { TextFrame } from './TextFrame.tsx';

export function MarkdownView(view: ViewProps) {
  return <TextFrame {...view}>{(text) => <Markdown source={text} />}</TextFrame>;
}
