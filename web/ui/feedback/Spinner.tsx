import Box from '@mui/material/Box';

/** Turns while something is loading. Whatever is around it says what. */
export function Spinner({ size = 16 }: { size?: number }) {
  return <Box aria-hidden component="span" sx={spinnerStyle} style={{ width: size, height: size }} />;
}

const spinnerStyle = {
  display: 'block',
  border: '2px solid currentColor',
  borderTopColor: 'transparent',
  borderRadius: '50%',
  '@keyframes turn': { to: { rotate: '1turn' } },
  animation: 'turn 1.2s linear infinite',
} as const;
