import { type IconNode, Monitor as monitorIcon, Moon as moonIcon, Sun as sunIcon } from 'lucide';
import type { ColorSchemeChoice } from '../lib/preferences.ts';

/** The colour schemes that a visitor can choose from. */
export const colorSchemes = [
  { mode: 'light', icon: sunIcon, label: 'web.scheme.light' },
  { mode: 'dark', icon: moonIcon, label: 'web.scheme.dark' },
  { mode: 'system', icon: monitorIcon, label: 'web.scheme.system' },
] as const satisfies readonly { mode: ColorSchemeChoice; icon: IconNode; label: string }[];
