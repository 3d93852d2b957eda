import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface Props {
  label: string;
  /** The text of the current value */
  text: string;
  /** More about it, on hover */
  title?: string | undefined;
  /** Buttons to change it */
  children: ReactNode;
}

/** A field that is shown as text until the visitor changes it. */
export function UnchangedField({ label, text, title, children }: Props) {
  return (
    <Box role="group" aria-label={label}>
      <Box sx={{ mb: 0.75, fontSize: '0.9375rem', fontWeight: 550 }}>{label}</Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.25 }}>
        <Box title={title} sx={{ flex: '1 1 200px', minWidth: 0, color: 'text.secondary' }}>
          {text}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>{children}</Box>
      </Box>
    </Box>
  );
}
