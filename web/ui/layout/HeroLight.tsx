import Box from '@mui/material/Box';
import { phoneScreen } from '../../app/theme.ts';

/** The light behind a hero, of the hues of what it shows. Its lightness is fixed: text on it stays readable. */
export function HeroLight({ hues: [first, second] }: { hues: readonly [number, number] }) {
  return <Box aria-hidden data-hero="" sx={[lightStyle, { '--hue-1': first, '--hue-2': second }]} />;
}

const near = 'light-dark(oklch(0.908 0.064 var(--hue-1)), oklch(0.315 0.05 var(--hue-1)))';
const corner = 'light-dark(oklch(0.915 0.036 var(--hue-2)), oklch(0.285 0.045 var(--hue-2)))';
const far = 'light-dark(oklch(0.945 0.022 var(--hue-1)), oklch(0.215 0.016 var(--hue-1)))';

const lightStyle = {
  position: 'absolute',
  inset: '0 0 auto',
  zIndex: -1,
  height: 700,
  pointerEvents: 'none',
  maskImage: 'linear-gradient(#000 40%, transparent)',
  backgroundImage: `radial-gradient(34% 62% at 72% 38%, ${near}, transparent), radial-gradient(46% 70% at 96% 0%, ${corner}, transparent), radial-gradient(56% 60% at 22% -6%, ${far}, transparent)`,
  [phoneScreen]: {
    height: 620,
    backgroundImage: `radial-gradient(90% 50% at 58% 26%, ${near}, transparent), radial-gradient(80% 60% at 90% 0%, ${corner}, transparent)`,
  },
} as const;
