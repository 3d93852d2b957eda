import createCache from '@emotion/cache';
import rtlPlugin from '@mui/stylis-plugin-rtl';
import { prefixer } from 'stylis';

/** Mirrors the styles of the page: `left` becomes `right`. Loaded only where text runs from right to left. */
export const mirroredStyles = createCache({ key: 'rtl', stylisPlugins: [prefixer, rtlPlugin] });
