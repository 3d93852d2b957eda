import Box from '@mui/material/Box';

interface Props {
  color: 'success.main' | 'warning.main' | 'error.main' | 'text.disabled';
  children: string;
}

/** A state in one word, with a colored dot. */
export function StateLabel({ color, children }: Props) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, whiteSpace: 'nowrap' }}>
      <Box aria-hidden component="span" sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: color }} />
      {children}
    </Box>
  );
}
