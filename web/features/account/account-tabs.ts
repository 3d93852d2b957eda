import type { ComponentType } from 'react';
import { paths } from '../../app/paths.ts';
import { withTexts } from '../../lib/texts.ts';

export interface AccountTab {
  path: string;
  load(): Promise<{ default: ComponentType }>;
}

/** The parts of the account page, each with an address of its own. */
export const accountTabs: readonly AccountTab[] = [
  {
    path: paths.account,
    load: () =>
      withTexts(['account'], () =>
        import('./ProfileTab.tsx').then((module) => ({ default: module.ProfileTab })),
      ),
  },
  {
    path: paths.accountPassword,
    load: () =>
      withTexts(['account'], () =>
        import('./PasswordTab.tsx').then((module) => ({ default: module.PasswordTab })),
      ),
  },
  {
    path: paths.accountSecurity,
    load: () =>
      withTexts(['account'], () =>
        import('./TwoFactorTab.tsx').then((module) => ({ default: module.TwoFactorTab })),
      ),
  },
  {
    path: paths.accountSocial,
    load: () =>
      withTexts(['account'], () =>
        import('./LinkedAccountsTab.tsx').then((module) => ({ default: module.LinkedAccountsTab })),
      ),
  },
  {
    path: paths.accountSessions,
    load: () =>
      withTexts(['account'], () =>
        import('./SessionsTab.tsx').then((module) => ({ default: module.SessionsTab })),
      ),
  },
  {
    path: paths.accountApiKeys,
    load: () =>
      withTexts(['account'], () =>
        import('./ApiKeysTab.tsx').then((module) => ({ default: module.ApiKeysTab })),
      ),
  },
  {
    path: paths.accountPreferences,
    load: () =>
      withTexts(['account'], () =>
        import('./PreferencesTab.tsx').then((module) => ({ default: module.PreferencesTab })),
      ),
  },
  {
    path: paths.accountDelete,
    load: () =>
      withTexts(['account'], () =>
        import('./DeleteTab.tsx').then((module) => ({ default: module.DeleteTab })),
      ),
  },
];
