import ts from 'typescript';
import type { Comment } from './model.ts';

/** Reads the comment of a declaration. */
export function readComment(node: ts.Node): Comment {
  const blocks = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const tags = blocks.flatMap((block) => [...(block.tags ?? [])]);
  const textsOf = (name: string) =>
    tags.filter((tag) => tag.tagName.text === name).map((tag) => toText(tag.comment));
  return {
    text: blocks.map((block) => toText(block.comment)).join('\n\n'),
    parameters: tags
      .filter(ts.isJSDocParameterTag)
      .map((tag) => [tag.name.getText(), toText(tag.comment)] as const),
    returns: textsOf('returns').join(' '),
    throws: textsOf('throws'),
    examples: textsOf('example'),
  };
}

/** The text as Markdown: a link to a declaration becomes its name. */
function toText(comment: string | ts.NodeArray<ts.JSDocComment> | undefined): string {
  if (comment === undefined || typeof comment === 'string') return comment?.trim() ?? '';
  const parts = comment.map((part) => (ts.isJSDocLink(part) ? `\`${part.name?.getText()}\`` : part.text));
  return parts.join('').trim();
}
