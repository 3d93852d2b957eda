import { alpha, createTheme, type Theme, type ThemeOptions } from '@mui/material/styles';
import type { CSSProperties } from 'react';
import { type Accent, deriveAccent } from '#sdk/contract/config/accent.js';
import { forward } from '../lib/direction.ts';
import type { FileType } from '../ui/files/file-type.ts';
import { componentStyles } from './theme-components.ts';

/** Sizes and times that layout and notifications share. */
export const layout = {
  headerHeight: 60,
  /** Width of the content column */
  contentWidth: 1200,
  /** The space beside the content column */
  gutter: 'clamp(16px, 4vw, 48px)',
  /** Minimum side of anything that can be pressed */
  touchTarget: 44,
} as const;

/** Screens on which the main action is docked at the lower edge, and prints lie above their text. */
export const phoneScreen = '@media (max-width: 760px)';
export const notPhoneScreen = '@media (min-width: 761px)';

export const notificationMilliseconds = 4000;
export const notificationLimit = 5;
export const modalMilliseconds = 200;

const fontFamily = [
  "'Inter Variable'",
  'ui-sans-serif',
  'system-ui',
  "'Noto Sans'",
  'sans-serif',
  "'Apple Color Emoji'",
  "'Segoe UI Emoji'",
  "'Noto Color Emoji'",
].join(',');

/** Digits of the same width, so that sizes and counters neither jump nor misalign. */
export const tabularNumbers = { fontVariantNumeric: 'tabular-nums' } as const;

/** Progress moves in twenty steps a second: drawing each step costs processor time that sending needs. */
export const progressTransition = 'transform 400ms steps(8)';

type TypeColors = Record<FileType, { tint: string; glyph: string; solid: string }>;

declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides {
    display: true;
    lead: true;
  }
}

declare module '@mui/material/styles' {
  interface Palette {
    /** Surfaces from deep to near, and lines from quiet to strong. Prints are paper in both schemes. */
    paper: {
      well: string;
      sunken: string;
      raised: string;
      print: string;
      stage: string;
      line: string;
      edge: string;
      lineStrong: string;
    };
    /** The colours of file types; they mean file types and nothing else. */
    types: TypeColors;
  }
  interface PaletteOptions {
    paper: Palette['paper'];
    types: TypeColors;
  }
  interface PaletteColor {
    /** A quiet line in this colour */
    line?: string;
  }
  interface SimplePaletteColorOptions {
    line?: string;
  }
  interface TypographyVariants {
    /** The title of a share or of the home page */
    display: CSSProperties;
    /** The text below a title */
    lead: CSSProperties;
  }
  interface TypographyVariantsOptions {
    display: CSSProperties;
    lead: CSSProperties;
  }
  interface TypeText {
    /** Captions: AA on every surface */
    caption: string;
  }
}

/** The same in both schemes: behind pictures and films. */
const stage = '#0e0d0c';

const light = {
  error: { main: '#b3261e', dark: '#8c1d17', light: '#fbe9e5', contrastText: '#ffffff' },
  warning: { main: '#7d4b00', dark: '#6b4000', light: '#fbefd5', line: '#d98a12', contrastText: '#ffffff' },
  success: { main: '#1f6b45', dark: '#155234', light: '#e2f0e5', contrastText: '#ffffff' },
  background: { default: '#f8f5ef', paper: '#fffdf9' },
  text: { primary: '#1b1916', secondary: '#45403a', caption: '#665f55', disabled: '#857d70' },
  divider: '#e3dccf',
  paper: {
    well: '#e9e2d5',
    sunken: '#f1ece2',
    raised: '#ffffff',
    print: '#ffffff',
    stage,
    line: '#e3dccf',
    edge: '#cfc6b5',
    lineStrong: '#857d70',
  },
  action: { hover: 'rgba(60, 50, 30, 0.06)' },
  types: {
    picture: { tint: '#ccf2f2', glyph: '#006566', solid: '#009495' },
    film: { tint: '#efe3ff', glyph: '#623f85', solid: '#8f63be' },
    sound: { tint: '#ffdfec', glyph: '#803359', solid: '#b85484' },
    document: { tint: '#ffe0da', glyph: '#86352a', solid: '#c15647' },
    table: { tint: '#d7f2dd', glyph: '#026430', solid: '#239350' },
    archive: { tint: '#fae6cd', glyph: '#764600', solid: '#ab6d00' },
    code: { tint: '#d6ecff', glyph: '#10558f', solid: '#2c7fcb' },
    other: { tint: '#f1ece2', glyph: '#45403a', solid: '#857d70' },
  },
};

const dark = {
  error: { main: '#ff9c92', dark: '#ffb8b0', light: '#3d211d', contrastText: '#2b0805' },
  warning: { main: '#f0be6a', dark: '#f6d193', light: '#382b13', line: '#f0be6a', contrastText: '#2b1d02' },
  success: { main: '#7fd1a3', dark: '#a1dfbb', light: '#1b3126', contrastText: '#04200f' },
  background: { default: '#161412', paper: '#1f1c19' },
  text: { primary: '#f4efe6', secondary: '#c9c0b2', caption: '#a79e90', disabled: '#8f877a' },
  divider: '#37312b',
  paper: {
    well: '#0b0a09',
    sunken: '#100e0c',
    raised: '#2a2622',
    print: '#ece5d9',
    stage,
    line: '#37312b',
    edge: '#4a433b',
    lineStrong: '#857c6f',
  },
  action: { hover: 'rgba(244, 239, 230, 0.07)' },
  types: {
    picture: { tint: '#033737', glyph: '#8be3e2', solid: '#00a2a3' },
    film: { tint: '#352843', glyph: '#dec3fe', solid: '#9d78c6' },
    sound: { tint: '#422432', glyph: '#febad7', solid: '#c36c94' },
    document: { tint: '#452520', glyph: '#ffbdb0', solid: '#cb6e60' },
    table: { tint: '#1a3622', glyph: '#a7e2b6', solid: '#4ca167' },
    archive: { tint: '#3e2b0f', glyph: '#f2ca92', solid: '#b68028' },
    code: { tint: '#1a3147', glyph: '#a7d6ff', solid: '#4e90d2' },
    other: { tint: '#100e0c', glyph: '#c9c0b2', solid: '#857c6f' },
  },
};

/** Adds what follows from the accent colour to the palette of a scheme. */
function withAccent<P extends typeof light>(
  palette: P,
  { main, hover, on, soft, line }: Accent,
  selected: number,
) {
  return {
    ...palette,
    primary: { main, dark: hover, light: soft, line, contrastText: on },
    action: { ...palette.action, selected: alpha(main, selected) },
    types: { ...palette.types, folder: { tint: soft, glyph: main, solid: main } },
  };
}

const baseTheme = {
  cssVariables: { colorSchemeSelector: 'data-color-scheme', cssVarPrefix: 'fs' },
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
    display: {
      fontSize: 'clamp(2.5rem, 1.55rem + 3.5vw, 4.5rem)',
      fontWeight: 660,
      lineHeight: 1.02,
      letterSpacing: '-0.034em',
    },
    h1: {
      fontSize: 'clamp(2rem, 1.6rem + 1.6vw, 2.75rem)',
      fontWeight: 650,
      lineHeight: 1.1,
      letterSpacing: '-0.022em',
    },
    h2: { fontSize: '1.375rem', fontWeight: 640, lineHeight: 1.25, letterSpacing: '-0.014em' },
    h3: { fontSize: '1.0625rem', fontWeight: 620, lineHeight: 1.35, letterSpacing: '-0.01em' },
    lead: {
      fontSize: 'clamp(1.0625rem, 1rem + 0.3vw, 1.25rem)',
      fontWeight: 420,
      lineHeight: 1.55,
      letterSpacing: '-0.006em',
    },
    body1: { fontSize: '1rem', fontWeight: 430, lineHeight: 1.55, letterSpacing: '-0.006em' },
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
} satisfies ThemeOptions;

/** The theme with the accent colour of the instance, `#rrggbb`, for the direction of the page. */
export function createInstanceTheme(accentColor: string): Theme {
  const accent = deriveAccent(accentColor);
  const colorSchemes = {
    light: { palette: withAccent(light, accent.light, 0.08) },
    dark: { palette: withAccent(dark, accent.dark, 0.12) },
  };
  const direction = forward() === 1 ? 'ltr' : 'rtl';
  return createTheme({ ...baseTheme, direction, colorSchemes }, { components: componentStyles });
}
