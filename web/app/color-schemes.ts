import { mdiMonitor, mdiWeatherNight, mdiWhiteBalanceSunny } from '@mdi/js';
import type { ColorSchemeChoice } from '../lib/preferences.ts';

/** The colour schemes that a visitor can choose from. */
export const colorSchemes = [
  { mode: 'light', icon: mdiWhiteBalanceSunny, label: 'web.scheme.light' },
  { mode: 'dark', icon: mdiWeatherNight, label: 'web.scheme.dark' },
  { mode: 'system', icon: mdiMonitor, label: 'web.scheme.system' },
] as const satisfies readonly { mode: ColorSchemeChoice; icon: string; label: string }[];
