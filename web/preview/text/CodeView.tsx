import Box from '@mui/material/Box';
import { useCallback, useMemo } from 'react';
import { useTranslator } from '../../lib/i18n.tsx';
import type { ViewerProps } from '../preview-kinds.ts';
import { Fragment } from './Fragment.tsx';
import { highlight } from './highlight.ts';
import { monospace } from './monospace.ts';
import { TextFrame } from './TextFrame.tsx';

export function CodeView(view: ViewerProps) {
  return <TextFrame {...view}>{(text) => <Code source={text} name={view.file.name} />}</TextFrame>;
}

/** Lines do not wrap, so that the line numbers beside them, which are a separate text, stay aligned. */
function Code({ source, name }: { source: string; name: string }) {
  const { t } = useTranslator();
  const make = useCallback(() => highlight(source, name), [source, name]);
  const numbers = useMemo(() => lineNumbers(source), [source]);
  return (
    <Box dir="ltr" sx={{ ...monospace, display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)' }}>
      <Box
        component="pre"
        aria-hidden
        sx={{
          font: 'inherit',
          m: 0,
          py: 2,
          paddingInlineStart: { xs: 1.5, sm: 2.5 },
          paddingInlineEnd: 1.5,
          borderInlineEnd: 1,
          borderColor: 'divider',
          color: 'text.secondary',
          textAlign: 'end',
          userSelect: 'none',
        }}
      >
        {numbers}
      </Box>
      <Box
        component="pre"
        tabIndex={0}
        role="region"
        aria-label={t('web.preview.source', { name })}
        sx={{ font: 'inherit', tabSize: 4, m: 0, p: 2, overflowX: 'auto', ...codeColors }}
      >
        <Fragment make={make} component="code" sx={{ font: 'inherit' }} />
      </Box>
    </Box>
  );
}

function lineNumbers(source: string): string {
  const breaks = source.split('\n').length - (source.endsWith('\n') ? 1 : 0);
  return Array.from({ length: breaks }, (_, index) => index + 1).join('\n');
}

/** The colours of the highlighter's classes. They come from the palette of the page, so that they suit both schemes. */
const codeColors = {
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
