import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { SystemStyleObject } from '@mui/system';
import { useState } from 'react';
import { useTranslator } from '../../../lib/i18n.tsx';

interface Props {
  children: string;
  sx: SystemStyleObject;
}

const foldedLines = 7;
/** More than the lines of a folded message, however wide it is */
const longMessage = 450;

/** The message of the sender, as it was typed. A long one is folded, so that the download stays on the screen. */
export function Message({ children, sx }: Props) {
  const { t } = useTranslator();
  const isLong = children.length > longMessage || children.split('\n').length > foldedLines + 1;
  const [isFolded, setFolded] = useState(isLong);
  return (
    <>
      <Box
        component="p"
        tabIndex={-1}
        // What was pressed is gone: the focus stays where the rest of the text begins.
        ref={(text: HTMLElement | null) => void (isLong && !isFolded && text?.focus({ preventScroll: true }))}
        sx={[messageStyle, sx, isFolded && foldedStyle]}
      >
        {children}
      </Box>
      {isFolded && (
        <Button variant="text" onClick={() => setFolded(false)} sx={{ ml: -2.25 }}>
          {t('web.common.more')}
        </Button>
      )}
    </>
  );
}

const messageStyle = {
  m: 0,
  typography: 'lead',
  color: 'text.secondary',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  outline: 0,
} as const;

const foldedStyle = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: String(foldedLines),
  overflow: 'hidden',
} as const;
