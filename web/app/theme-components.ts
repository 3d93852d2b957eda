import type { Components, CssVarsTheme, Theme } from '@mui/material/styles';
import { createElement } from 'react';
import { Spinner } from '../ui/feedback/Spinner.tsx';

type ThemeWithVars = Omit<Theme, 'components' | 'palette'> & CssVarsTheme;

/** The library's own one is much code. */
const loadingIndicator = createElement(Spinner);

const focusRing = {
  outline: '3px solid var(--fs-palette-primary-main)',
  outlineOffset: 2,
};

const fileTileStyle = {
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  alignContent: 'center',
  gap: '3px',
  flex: 'none',
  overflow: 'hidden',
  '& b': { font: '680 0.625rem/1 inherit', fontSize: '0.625rem', lineHeight: 1, textTransform: 'uppercase' },
  '& img': { position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' },
  '&[data-type=folder] > svg': { fill: 'color-mix(in oklab, currentColor 22%, transparent)' },
  '&:has(img)::after': {
    content: '""',
    position: 'absolute',
    inset: 0,
    borderRadius: 'inherit',
    boxShadow: 'inset 0 0 0 1px rgb(0 0 0 / 10%)',
  },
} as const;

/** Also for plain elements, of which a list has many */
export const iconButtonStyle = {
  width: 44,
  height: 44,
  borderRadius: 12,
  color: 'var(--fs-palette-text-secondary)',
  transition: 'background-color 120ms, color 120ms',
  '&:hover': {
    color: 'var(--fs-palette-text-primary)',
    backgroundColor: 'var(--fs-palette-action-hover)',
  },
} as const;

/** The styles of the library's components. Colours come from CSS variables, so that both schemes share the styles. */
export const componentStyles: Components<ThemeWithVars> = {
  MuiCssBaseline: {
    styleOverrides: {
      ':root': {
        '--fs-shadow-print':
          '0 1px 1px rgb(40 30 15 / 12%), 0 6px 14px -4px rgb(40 30 15 / 22%), 0 22px 44px -18px rgb(40 30 15 / 34%)',
        '--fs-shadow-float': '0 1px 2px rgb(30 22 10 / 10%), 0 18px 50px -12px rgb(30 22 10 / 30%)',
      },
      html: { overflowWrap: 'anywhere', overflowX: 'clip', WebkitTapHighlightColor: 'transparent' },
      // The focused element must not be hidden by the buttons that stick to the lower edge.
      'html:has([data-foot])': {
        scrollPaddingBottom: 96,
        '@media (max-width: 599px)': { scrollPaddingBottom: 168 },
      },
      'html:has([data-foot] [role=alert])': { scrollPaddingBottom: 264 },
      body: {
        overflowX: 'clip',
        fontOpticalSizing: 'auto',
        textRendering: 'optimizeLegibility',
        minWidth: 320,
      },
      // Isolated, so that the light behind a hero lies above the page and below everything on it.
      '#root': { minHeight: '100dvh', display: 'flex', flexDirection: 'column', isolation: 'isolate' },
      // A short page does not scroll because of the dock.
      '@media (max-width: 899.95px)': {
        'body:has([data-dock])': { paddingBottom: 84 },
        'body:has([data-dock]) #root': { minHeight: 'calc(100dvh - 84px)' },
      },
      'h1, h2, h3': { textWrap: 'balance' },
      p: { textWrap: 'pretty' },
      // Between phrases: Japanese has no spaces, and a line may otherwise end within a word.
      ':lang(ja) :is(h1, h2, h3, p)': { wordBreak: 'auto-phrase' },
      a: { color: 'inherit' },
      '.file-tile': fileTileStyle,
      ':focus-visible': focusRing,
      '::view-transition-group(*)': { animationDuration: '200ms' },
      '::selection': {
        background: 'var(--fs-palette-primary-main)',
        color: 'var(--fs-palette-primary-contrastText)',
      },
      '@media (prefers-reduced-motion: reduce)': {
        // None at all: the shortest transition of inherited colours would still run once per level of nesting.
        '*, *::before, *::after': {
          animation: 'none !important',
          transition: 'none !important',
          scrollBehavior: 'auto !important',
        },
      },
    },
  },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: {
        '&.Mui-focusVisible': focusRing,
        // Disabled, but it keeps the focus.
        '&[aria-disabled="true"]:not(.Mui-disabled)': { opacity: 0.45, cursor: 'default' },
      },
    },
  },
  MuiButton: {
    defaultProps: { disableElevation: true, color: 'inherit', loadingIndicator },
    styleOverrides: {
      root: {
        minHeight: 44,
        padding: '9px 18px',
        borderRadius: 14,
        whiteSpace: 'nowrap',
        transition:
          'background-color 120ms, border-color 120ms, color 120ms, transform 120ms cubic-bezier(0.2, 0.8, 0.2, 1)',
        '&:active': { transform: 'scale(0.985)' },
        '& .MuiButton-startIcon': { marginLeft: -4 },
      },
      contained: {
        '&:hover': { backgroundColor: 'var(--fs-palette-primary-dark)' },
        '&.MuiButton-colorPrimary:not(.Mui-disabled)': {
          boxShadow:
            'inset 0 1px 0 rgb(255 255 255 / 18%), 0 1px 2px rgb(20 15 60 / 22%), 0 10px 24px -10px color-mix(in oklab, var(--fs-palette-primary-main) 60%, transparent)',
        },
      },
      outlined: {
        borderColor: 'var(--fs-palette-paper-edge)',
        backgroundColor: 'var(--fs-palette-paper-raised)',
        '&:hover': {
          borderColor: 'var(--fs-palette-paper-lineStrong)',
          backgroundColor: 'var(--fs-palette-paper-raised)',
        },
      },
      sizeLarge: { minHeight: 56, fontSize: '1.0625rem', padding: '12px 26px', borderRadius: 16 },
    },
  },
  MuiIconButton: {
    defaultProps: { loadingIndicator },
    styleOverrides: {
      root: iconButtonStyle,
    },
  },
  MuiOutlinedInput: {
    styleOverrides: {
      root: {
        minHeight: 46,
        borderRadius: 12,
        backgroundColor: 'var(--fs-palette-paper-raised)',
        '& .MuiOutlinedInput-notchedOutline': {
          borderColor: 'var(--fs-palette-paper-lineStrong)',
          borderWidth: 1,
        },
        '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--fs-palette-text-primary)' },
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': {
          borderWidth: 2,
          borderColor: 'var(--fs-palette-primary-main)',
        },
        '&.Mui-error .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--fs-palette-error-main)' },
      },
      input: {
        '&::placeholder': { color: 'var(--fs-palette-text-secondary)', opacity: 1 },
        padding: '11px 14px',
        height: 'auto',
        lineHeight: 1.5,
        '&:focus-visible': { outline: 'none' },
      },
      multiline: { padding: 0, '& textarea': { padding: '11px 14px' } },
    },
  },
  MuiFormLabel: {
    styleOverrides: {
      root: {
        color: 'var(--fs-palette-text-primary)',
        fontSize: '0.9375rem',
        fontWeight: 550,
        '&.Mui-focused': { color: 'var(--fs-palette-text-primary)' },
        '&.Mui-error': { color: 'var(--fs-palette-text-primary)' },
      },
    },
  },
  MuiFormHelperText: {
    styleOverrides: {
      root: {
        margin: '6px 0 0',
        fontSize: '0.8125rem',
        lineHeight: 1.45,
        color: 'var(--fs-palette-text-secondary)',
      },
    },
  },
  MuiDialog: {
    defaultProps: { transitionDuration: 200 },
    styleOverrides: {
      paper: {
        width: '100%',
        maxWidth: 480,
        margin: 16,
        borderRadius: 20,
        border: '1px solid var(--fs-palette-paper-line)',
        backgroundImage: 'none',
        boxShadow: 'var(--fs-shadow-float)',
      },
    },
  },
  MuiDialogTitle: {
    styleOverrides: {
      root: { padding: '24px 24px 8px', fontSize: '1.25rem', fontWeight: 650, letterSpacing: '-0.018em' },
    },
  },
  MuiDialogContent: { styleOverrides: { root: { padding: '0 24px 16px' } } },
  MuiDialogActions: {
    styleOverrides: {
      root: {
        padding: '8px 24px 24px',
        gap: 8,
        flexWrap: 'wrap',
        '& > :not(style) ~ :not(style)': { marginLeft: 0 },
      },
    },
  },
  MuiBackdrop: {
    styleOverrides: {
      root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'rgba(24, 18, 8, 0.44)' } },
    },
  },
  MuiMenu: {
    styleOverrides: {
      paper: {
        minWidth: 208,
        marginTop: 6,
        borderRadius: 12,
        border: '1px solid var(--fs-palette-paper-line)',
        backgroundColor: 'var(--fs-palette-paper-raised)',
        backgroundImage: 'none',
        boxShadow: 'var(--fs-shadow-float)',
      },
      list: { padding: 6 },
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: { minHeight: 44, borderRadius: 8, gap: 12, fontSize: '0.9375rem', padding: '8px 12px' },
    },
  },
  MuiLinearProgress: {
    styleOverrides: {
      root: { height: 8, borderRadius: 4, backgroundColor: 'var(--fs-palette-paper-well)' },
      bar: { borderRadius: 4, transition: 'transform 200ms linear' },
    },
  },
  MuiLink: {
    defaultProps: { underline: 'always' },
    styleOverrides: { root: { textUnderlineOffset: '0.2em', textDecorationThickness: '1px' } },
  },
};
