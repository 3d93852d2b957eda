import type { ViewerProps } from '../preview-kinds.ts';
import { Markdown } from './Markdown.tsx';
import { TextFrame } from './TextFrame.tsx';

export function MarkdownView(view: ViewerProps) {
  return <TextFrame {...view}>{(text) => <Markdown source={text} />}</TextFrame>;
}
