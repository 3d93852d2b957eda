import { createTheme } from '@mui/material/styles';
import { componentStyles } from './theme-components.ts';

/** Sizes and times that layout and notifications share. */
export const layout = {
  headerHeight: 60,
  /** Width of the content column */
  contentWidth: 1120,
  /** Minimum side of anything that can be pressed */
  touchTarget: 44,
} as const;

export const notificationMilliseconds = 4000;
export const notificationLimit = 5;
export const modalMilliseconds = 200;

const fontFamily = [
  "'Inter Variable'",
  'ui-sans-serif',
  'system-ui',
  '-apple-system',
  "'Segoe UI'",
  'Roboto',
  "'Noto Sans'",
  'sans-serif',
  "'Apple Color Emoji'",
  "'Segoe UI Emoji'",
  "'Noto Color Emoji'",
].join(',');

/** Digits of the same width, so that sizes and counters neither jump nor misalign. */
export const tabularNumbers = { fontVariantNumeric: 'tabular-nums' } as const;

declare module '@mui/material/styles' {
  interface Palette {
    /** Quiet fills and lines, from the page's paper to the ink. */
    paper: { sunken: string; raised: string; line: string; lineStrong: string };
  }
  interface PaletteOptions {
    paper: Palette['paper'];
  }
}

const light = {
  primary: { main: '#2a3bd6', dark: '#1d2ba8', light: '#e4e6fb', contrastText: '#ffffff' },
  error: { main: '#b3261e', dark: '#8c1d17', light: '#fbe9e5', contrastText: '#ffffff' },
  warning: { main: '#8a5300', dark: '#6b4000', light: '#f9efd9', contrastText: '#ffffff' },
  success: { main: '#1f6b45', dark: '#155234', light: '#e3f0e5', contrastText: '#ffffff' },
  background: { default: '#f8f5ef', paper: '#fffefb' },
  text: { primary: '#1b1916', secondary: '#55504a', disabled: '#857d70' },
  divider: '#e4ddd0',
  paper: { sunken: '#f0ebe1', raised: '#ffffff', line: '#e4ddd0', lineStrong: '#857d70' },
  action: { hover: 'rgba(60, 50, 30, 0.055)', selected: 'rgba(42, 59, 214, 0.08)' },
};

const dark = {
  primary: { main: '#a9b4ff', dark: '#c4cbff', light: '#272b52', contrastText: '#12153a' },
  error: { main: '#ff9c92', dark: '#ffb8b0', light: '#3d211d', contrastText: '#2b0805' },
  warning: { main: '#f0be6a', dark: '#f6d193', light: '#372a13', contrastText: '#2b1d02' },
  success: { main: '#7fd1a3', dark: '#a1dfbb', light: '#1b3126', contrastText: '#04200f' },
  background: { default: '#151311', paper: '#1d1a17' },
  text: { primary: '#f4efe6', secondary: '#bdb4a6', disabled: '#8f877a' },
  divider: '#35302a',
  paper: { sunken: '#100e0c', raised: '#26221e', line: '#35302a', lineStrong: '#7b7366' },
  action: { hover: 'rgba(244, 239, 230, 0.06)', selected: 'rgba(169, 180, 255, 0.12)' },
};

const baseTheme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-color-scheme', cssVarPrefix: 'fs' },
  colorSchemes: { light: { palette: light }, dark: { palette: dark } },
  shape: { borderRadius: 10 },
  spacing: 8,
  breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } },
  transitions: {
    duration: { enteringScreen: modalMilliseconds, leavingScreen: modalMilliseconds },
  },
  typography: {
    fontFamily,
    fontWeightMedium: 550,
    fontWeightBold: 650,
    h1: {
      fontSize: 'clamp(2rem, 1.45rem + 2.4vw, 3.25rem)',
      fontWeight: 650,
      lineHeight: 1.08,
      letterSpacing: '-0.024em',
    },
    h2: {
      fontSize: 'clamp(1.5rem, 1.3rem + 0.9vw, 2rem)',
      fontWeight: 650,
      lineHeight: 1.18,
      letterSpacing: '-0.024em',
    },
    h3: { fontSize: '1.1875rem', fontWeight: 620, lineHeight: 1.3, letterSpacing: '-0.014em' },
    body1: { fontSize: '1rem', lineHeight: 1.6, letterSpacing: '-0.006em' },
    body2: { fontSize: '0.875rem', lineHeight: 1.5, letterSpacing: '-0.002em' },
    caption: { fontSize: '0.8125rem', lineHeight: 1.45 },
    button: {
      fontSize: '0.9375rem',
      fontWeight: 560,
      lineHeight: 1.3,
      letterSpacing: '-0.006em',
      textTransform: 'none',
    },
  },
});

export const theme = createTheme(baseTheme, { components: componentStyles });
