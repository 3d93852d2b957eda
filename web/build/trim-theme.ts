import type { Plugin } from 'vite';

/** Components of the library that no page draws: their colours would be variables of every page, in both schemes. */
const absent = [
  'Alert|AppBar|Avatar|Chip|FilledInput|Skeleton|Slider|SnackbarContent|SpeedDialAction',
  'StepConnector|StepContent|Switch|TableCell|Tooltip',
].join('|');

const colours = new RegExp(`^ *setColor\\(palette\\.(${absent}), .*$`, 'gm');
/** What only the colours of a component need. */
const snackbar = /^ *const snackbarContentBackground = [^;]*;$/gm;
const component = new RegExp(`/@mui/material/(${absent})/\\1\\.m?js$`);

/** The theme without the colours of components that the page does not have. */
export function trimTheme(): Plugin {
  let isTrimmed = false;
  return {
    name: 'trim-theme',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      if (component.test(id)) this.error(`${id} is drawn now: take its name out of trim-theme.ts.`);
      if (!/\/@mui\/material\/styles\/createThemeWithVars\.m?js$/.test(id) || !colours.test(code))
        return null;
      isTrimmed = true;
      return { code: code.replaceAll(colours, '').replaceAll(snackbar, ''), map: null };
    },
    buildEnd(error) {
      if (!error && !isTrimmed)
        this.error('The theme names its colours in a way that this plugin does not know.');
    },
  };
}
