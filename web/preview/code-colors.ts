/** Colours of source code by the classes of the highlighter, from the palette of the page, so that both schemes fit. */
export const codeColors = {
  '& .hljs-comment, & .hljs-quote, & .hljs-meta': { color: 'text.secondary', fontStyle: 'italic' },
  '& .hljs-keyword, & .hljs-selector-tag, & .hljs-literal, & .hljs-section, & .hljs-doctag, & .hljs-name': {
    color: 'primary.main',
  },
  '& .hljs-string, & .hljs-regexp, & .hljs-addition, & .hljs-meta .hljs-string': { color: 'success.main' },
  '& .hljs-number, & .hljs-attr, & .hljs-attribute, & .hljs-variable, & .hljs-template-variable, & .hljs-symbol':
    { color: 'warning.main' },
  '& .hljs-deletion': { color: 'error.main' },
  '& .hljs-title, & .hljs-type, & .hljs-built_in, & .hljs-strong': { fontWeight: 600 },
  '& .hljs-emphasis': { fontStyle: 'italic' },
} as const;
