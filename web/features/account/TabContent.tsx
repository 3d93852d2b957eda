import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts';

interface Props {
  title: string;
  text?: ReactNode;
  /** Lists need more space than forms */
  isWide?: boolean;
  children: ReactNode;
}

/** A tab of the account page: its heading, a sentence about it, and its content. */
export function TabContent({ title, text, isWide = false, children }: Props) {
  useDocumentTitle(title);
  return (
    <Box component="section" sx={{ minWidth: 0, maxWidth: isWide ? 800 : 640 }}>
      <Typography variant="h2">{title}</Typography>
      {text !== undefined && <Box sx={{ mt: 1, color: 'text.secondary' }}>{text}</Box>}
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5, mt: 3 }}>{children}</Box>
    </Box>
  );
}
