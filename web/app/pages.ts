import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { TextPart } from '#sdk/i18n/text-parts.js';
import { prepareShare } from '../features/share-view/prepare-share.ts';
import type { PageLayout } from '../ui/feedback/PageOutline.tsx';
import { SignedInOnly } from '../ui/sign-in/SignedInOnly.tsx';
import {
  AdministratorsOnly,
  ConfigEditorsOnly,
  type GuardProps,
  HomePageOrUpload,
  UploadersOnly,
} from './guards.tsx';
import type { paths } from './paths.ts';

interface PageSource {
  load(): Promise<ComponentType>;
  /** Fetches its first data; for pages with an `:id` */
  prepare?(queryClient: QueryClient, id: string): Promise<void>;
  /** The texts that it needs beyond those of every page */
  texts?: readonly TextPart[];
  /** What it looks like while it loads; blank, unless given */
  layout?: PageLayout;
}

export interface PageRow extends PageSource {
  /** Decides whether the visitor may see it; everyone may, unless given */
  guard?: ComponentType<GuardProps>;
  /** The frame around the page; header and container, unless given */
  frame?: FrameName;
}

export type PageName = Exclude<keyof typeof paths, 'shareShort' | 'adminConfigStart'>;

/** Every page of `paths`, once. */
export const pages: Record<PageName, PageRow> = {
  home: {
    load: async () => (await import('../features/home/HomePage.tsx')).HomePage,
    texts: ['sending'],
    layout: 'hero',
    guard: HomePageOrUpload,
  },
  setup: {
    load: async () => (await import('../features/setup/SetupPage.tsx')).SetupPage,
    texts: ['account', 'administration'],
    frame: 'beforeSetup',
  },
  imprint: { load: async () => (await import('../features/legal/LegalPage.tsx')).ImprintPage },
  privacy: { load: async () => (await import('../features/legal/LegalPage.tsx')).PrivacyPage },
  signIn: {
    load: async () => (await import('../features/auth/SignInPage.tsx')).SignInPage,
    texts: ['signIn'],
    layout: 'entry',
  },
  signUp: {
    load: async () => (await import('../features/auth/SignUpPage.tsx')).SignUpPage,
    texts: ['signIn', 'account'],
    layout: 'entry',
  },
  forgotPassword: {
    load: async () => (await import('../features/auth/ForgotPasswordPage.tsx')).ForgotPasswordPage,
    texts: ['signIn', 'account'],
    layout: 'entry',
  },
  resetPassword: {
    load: async () => (await import('../features/auth/ResetPasswordPage.tsx')).ResetPasswordPage,
    texts: ['signIn', 'account'],
    layout: 'entry',
  },
  confirmEmail: {
    load: async () => (await import('../features/auth/ConfirmEmailPage.tsx')).ConfirmEmailPage,
    texts: ['signIn', 'account'],
    layout: 'entry',
  },
  program: {
    load: async () => (await import('../features/auth/ProgramPage.tsx')).ProgramPage,
    texts: ['signIn', 'account'],
  },
  socialError: {
    load: async () => (await import('../features/auth/SocialErrorPage.tsx')).SocialErrorPage,
    texts: ['signIn'],
  },
  upload: {
    load: async () => (await import('../features/upload/UploadPage.tsx')).UploadPage,
    texts: ['sending'],
    layout: 'sheet',
    guard: UploadersOnly,
  },
  reverseUpload: {
    load: async () => (await import('../features/reverse-upload/ReverseUploadPage.tsx')).ReverseUploadPage,
    texts: ['sending'],
    layout: 'request',
  },
  share: {
    load: async () => (await import('../features/share-view/ShareViewPage.tsx')).ShareViewPage,
    prepare: prepareShare,
    frame: 'beforeSetup',
  },
  myShares: {
    load: async () => (await import('../features/shares/SharesPage.tsx')).MySharesPage,
    texts: ['account', 'sending'],
    layout: 'rows',
    guard: SignedInOnly,
  },
  reverseShares: {
    load: async () => (await import('../features/reverse-shares/ReverseSharesPage.tsx')).ReverseSharesPage,
    texts: ['account', 'sending'],
    layout: 'rows',
    guard: SignedInOnly,
  },
  reverseShare: {
    load: async () => (await import('../features/reverse-shares/ReverseSharePage.tsx')).ReverseSharePage,
    texts: ['account', 'sending'],
    layout: 'rows',
    guard: SignedInOnly,
  },
  account: {
    load: async () => (await import('../features/account/ProfileTab.tsx')).ProfileTab,
    texts: ['account'],
    layout: 'form',
    frame: 'account',
  },
  accountPassword: {
    load: async () => (await import('../features/account/PasswordTab.tsx')).PasswordTab,
    texts: ['account'],
    layout: 'form',
    frame: 'account',
  },
  accountSecurity: {
    load: async () => (await import('../features/account/TwoFactorTab.tsx')).TwoFactorTab,
    texts: ['account', 'signIn'],
    layout: 'form',
    frame: 'account',
  },
  accountSocial: {
    load: async () => (await import('../features/account/LinkedAccountsTab.tsx')).LinkedAccountsTab,
    texts: ['account'],
    layout: 'rows',
    frame: 'account',
  },
  accountSessions: {
    load: async () => (await import('../features/account/SessionsTab.tsx')).SessionsTab,
    texts: ['account'],
    layout: 'rows',
    frame: 'account',
  },
  accountApiKeys: {
    load: async () => (await import('../features/account/ApiKeysTab.tsx')).ApiKeysTab,
    texts: ['account'],
    layout: 'rows',
    frame: 'account',
  },
  accountNotifications: {
    load: async () => (await import('../features/account/NotificationsTab.tsx')).NotificationsTab,
    texts: ['account'],
    layout: 'form',
    frame: 'account',
  },
  accountPreferences: {
    load: async () => (await import('../features/account/PreferencesTab.tsx')).PreferencesTab,
    texts: ['account'],
    layout: 'form',
    frame: 'account',
  },
  accountDelete: {
    load: async () => (await import('../features/account/DeleteTab.tsx')).DeleteTab,
    texts: ['account'],
    layout: 'form',
    frame: 'account',
  },
  admin: {
    load: async () => (await import('../features/admin/AdminPage.tsx')).AdminPage,
    texts: ['administration'],
    layout: 'figures',
    frame: 'admin',
  },
  adminUsers: {
    load: async () => (await import('../features/users/UsersPage.tsx')).UsersPage,
    texts: ['account', 'administration'],
    layout: 'rows',
    frame: 'admin',
  },
  adminAudit: {
    load: async () => (await import('../features/audit/AuditPage.tsx')).AuditPage,
    texts: ['account', 'administration'],
    layout: 'rows',
    frame: 'admin',
  },
  adminJobs: {
    load: async () => (await import('../features/jobs/JobsPage.tsx')).JobsPage,
    texts: ['administration'],
    layout: 'rows',
    frame: 'admin',
  },
  adminMails: {
    load: async () => (await import('../features/mails/MailsPage.tsx')).MailsPage,
    texts: ['administration'],
    layout: 'rows',
    frame: 'admin',
  },
  adminWebhooks: {
    load: async () => (await import('../features/webhooks/WebhooksPage.tsx')).WebhooksPage,
    texts: ['administration'],
    layout: 'rows',
    frame: 'admin',
  },
  adminWorkloads: {
    load: async () => (await import('../features/workloads/WorkloadsPage.tsx')).WorkloadsPage,
    texts: ['account', 'administration'],
    layout: 'rows',
    frame: 'admin',
  },
  adminMalware: {
    load: async () => (await import('../features/malware/MalwarePage.tsx')).MalwarePage,
    texts: ['administration'],
    layout: 'rows',
    frame: 'admin',
  },
  adminShares: {
    load: async () => (await import('../features/shares/SharesPage.tsx')).AllSharesPage,
    texts: ['account', 'sending'],
    layout: 'rows',
    frame: 'admin',
  },
  adminConfig: {
    load: async () => (await import('../features/config/ConfigPage.tsx')).ConfigPage,
    texts: ['administration', 'sending'],
    layout: 'settings',
    guard: ConfigEditorsOnly,
    frame: 'none',
  },
};

/** Pages with pages inside. */
export const layouts = {
  account: {
    load: async () => (await import('../features/account/AccountPage.tsx')).AccountPage,
    texts: ['account'],
    layout: 'form',
    guard: SignedInOnly,
  },
  admin: {
    load: async () => (await import('../features/admin/AdminLayout.tsx')).AdminLayout,
    texts: ['administration'],
    layout: 'figures',
    guard: AdministratorsOnly,
  },
} satisfies Record<string, PageRow>;

export type FrameName = keyof typeof layouts | 'beforeSetup' | 'none';
