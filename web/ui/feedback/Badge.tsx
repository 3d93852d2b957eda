import Box from '@mui/material/Box';

/** A word or two about the thing beside it. */
export function Badge({ children }: { children: string }) {
  return (
    <Box
      component="span"
      sx={{
        px: 0.875,
        borderRadius: 0.6,
        bgcolor: 'primary.light',
        color: 'text.primary',
        typography: 'caption',
        fontWeight: 550,
        whiteSpace: 'nowrap',
      }}
    >
      {children}
    </Box>
  );
}
