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

/** The themes that modules create, as soon as they are loaded, for pages that have none. */
const defaultTheme = /^((?:export )?const (?:d|systemD)efaultTheme = )createTheme\(\);$/m;

/** The theme without the colours of components that the page does not have, and without the library's default themes. */
export function trimTheme(): Plugin {
  let [isTrimmed, isAlone] = [false, false];
  return {
    name: 'trim-theme',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      if (component.test(id)) this.error(`${id} is drawn now: take its name out of trim-theme.ts.`);
      if (/\/@mui\/(material|system)\//.test(id) && defaultTheme.test(code)) {
        isAlone = true;
        return { code: code.replace(defaultTheme, '$1{};'), map: null };
      }
      if (!/\/@mui\/material\/styles\/createThemeWithVars\.m?js$/.test(id) || !colours.test(code))
        return null;
      isTrimmed = true;
      return { code: code.replaceAll(colours, '').replaceAll(snackbar, ''), map: null };
    },
    buildEnd(error) {
      if (!error && !(isTrimmed && isAlone))
        this.error('The library makes themes in a way that this plugin does not know.');
    },
  };
}
