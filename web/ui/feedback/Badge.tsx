import Box from '@mui/material/Box';

/** A short label beside a name. */
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
