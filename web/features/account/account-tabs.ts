import type { ComponentType } from 'react';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { paths } from '../../app/paths.ts';

export interface AccountTab {
  path: string;
  label: MessageKey;
  load(): Promise<{ default: ComponentType }>;
}

/** The parts of the account page in the order they are shown, each with an address of its own. */
export const accountTabs: readonly AccountTab[] = [
  {
    path: paths.account,
    label: 'web.account.profile.tab',
    load: () => import('./ProfileTab.tsx').then((module) => ({ default: module.ProfileTab })),
  },
  {
    path: paths.accountPassword,
    label: 'web.account.password.tab',
    load: () => import('./PasswordTab.tsx').then((module) => ({ default: module.PasswordTab })),
  },
  {
    path: paths.accountSecurity,
    label: 'web.account.twoFactor.tab',
    load: () => import('./TwoFactorTab.tsx').then((module) => ({ default: module.TwoFactorTab })),
  },
  {
    path: paths.accountSessions,
    label: 'web.account.sessions.tab',
    load: () => import('./SessionsTab.tsx').then((module) => ({ default: module.SessionsTab })),
  },
  {
    path: paths.accountApiKeys,
    label: 'web.account.apiKeys.tab',
    load: () => import('./ApiKeysTab.tsx').then((module) => ({ default: module.ApiKeysTab })),
  },
  {
    path: paths.accountPreferences,
    label: 'web.account.preferences.tab',
    load: () => import('./PreferencesTab.tsx').then((module) => ({ default: module.PreferencesTab })),
  },
  {
    path: paths.accountDelete,
    label: 'web.account.delete.tab',
    load: () => import('./DeleteTab.tsx').then((module) => ({ default: module.DeleteTab })),
  },
];
