import Box from '@mui/material/Box';
import type { ViewerProps } from '../preview-kinds.ts';
import { monospace } from './monospace.ts';
import { TextFrame } from './TextFrame.tsx';

export function TextView(view: ViewerProps) {
  return (
    <TextFrame {...view}>
      {(text) => (
        <Box
          component="pre"
          dir="auto"
          sx={{
            ...monospace,
            m: 0,
            p: { xs: 2, sm: 3 },
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
            unicodeBidi: 'plaintext',
          }}
        >
          {text}
        </Box>
      )}
    </TextFrame>
  );
}
