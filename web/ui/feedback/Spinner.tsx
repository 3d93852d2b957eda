import Box from '@mui/material/Box';

/** Inside a button that is busy. The text beside it says with what. */
export function Spinner() {
  return <Box component="span" aria-hidden sx={spinnerStyle} />;
}

const spinnerStyle = {
  width: 16,
  height: 16,
  border: '2px solid currentColor',
  borderTopColor: 'transparent',
  borderRadius: '50%',
  '@keyframes turn': { to: { rotate: '1turn' } },
  animation: 'turn 1.2s linear infinite',
} as const;
