import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { matchPath, Navigate, type RouteObject, useLocation, useParams, useRoutes } from 'react-router';
import type { TextPart } from '#sdk/i18n/text-parts.js';
import { prepareShare } from '../features/share-view/prepare-share.ts';
import { configQuery } from '../lib/config.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import { currentUserQuery } from '../lib/session.tsx';
import { withTexts } from '../lib/texts.ts';
import { type PageLayout, PageSkeleton } from '../ui/feedback/PageSkeleton.tsx';
import { SignedInOnly } from '../ui/sign-in/SignedInOnly.tsx';
import { DropAnywhere } from './drop/DropAnywhere.tsx';
import {
  AdministratorsOnly,
  ConfigEditorsOnly,
  type GuardProps,
  HomePageOrUpload,
  UploadersOnly,
} from './guards.tsx';
import { AppShell } from './layout/AppShell.tsx';
import { ErrorBoundary } from './layout/ErrorBoundary.tsx';
import { NotFoundPage } from './layout/NotFoundPage.tsx';
import { SetupGate } from './layout/SetupGate.tsx';
import { adminConfigPath, paths, sharePath } from './paths.ts';

interface PageSource {
  load(): Promise<ComponentType>;
  /** Fetches its first data; for pages with an `:id` */
  prepare?(queryClient: QueryClient, id: string): Promise<void>;
  /** The texts that it needs beyond those of every page */
  texts?: readonly TextPart[];
  /** What it looks like while it loads; blank, unless given */
  layout?: PageLayout;
}

interface PageRow extends PageSource {
  /** Decides whether the visitor may see it; everyone may, unless given */
  guard?: ComponentType<GuardProps>;
  /** The frame around the page; header and container, unless given */
  frame?: FrameName;
}

type PageName = Exclude<keyof typeof paths, 'shareShort' | 'adminConfigStart'>;

/** Every page of `paths`, once. */
const pages: Record<PageName, PageRow> = {
  home: {
    load: async () => (await import('../features/home/HomePage.tsx')).HomePage,
    texts: ['sending'],
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
  },
  signUp: {
    load: async () => (await import('../features/auth/SignUpPage.tsx')).SignUpPage,
    texts: ['signIn', 'account'],
  },
  forgotPassword: {
    load: async () => (await import('../features/auth/ForgotPasswordPage.tsx')).ForgotPasswordPage,
    texts: ['signIn', 'account'],
  },
  resetPassword: {
    load: async () => (await import('../features/auth/ResetPasswordPage.tsx')).ResetPasswordPage,
    texts: ['signIn', 'account'],
  },
  confirmEmail: {
    load: async () => (await import('../features/auth/ConfirmEmailPage.tsx')).ConfirmEmailPage,
    texts: ['signIn', 'account'],
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
    guard: UploadersOnly,
  },
  reverseUpload: {
    load: async () => (await import('../features/reverse-upload/ReverseUploadPage.tsx')).ReverseUploadPage,
    texts: ['sending'],
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
    guard: ConfigEditorsOnly,
    frame: 'none',
  },
};

/** Pages with pages inside. */
const layouts = {
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

type FrameName = keyof typeof layouts | 'beforeSetup' | 'none';

const rows = Object.entries(pages).map(([name, page]) => ({
  path: paths[name as PageName],
  page,
  ...drawn(page),
}));

const drawnLayouts = { account: drawn(layouts.account), admin: drawn(layouts.admin) };

/** Fetches the code of the page at an address and its first data; resolves when both are there. */
export async function preparePage(pathname: string, queryClient: QueryClient): Promise<void> {
  void queryClient.prefetchQuery(configQuery);
  const restored = queryClient.prefetchQuery(currentUserQuery);
  const row = rows.find(({ path }) => matchPath(path, pathname) !== null);
  if (!row) return;
  const { page, path } = row;
  const { id } = matchPath(path, pathname)?.params ?? {};
  const layout = page.frame === 'account' || page.frame === 'admin' ? [drawnLayouts[page.frame]] : [];
  // If a chunk fails to load, the page shows the error later.
  const code = Promise.allSettled([row, ...layout].map(({ Content }) => Content.load()));
  // Whose share it is must be known first: an owner is no visitor.
  await restored;
  if (id !== undefined) await page.prepare?.(queryClient, id);
  await code;
}

export function AppRoutes() {
  return (
    <>
      {useRoutes(routes)}
      <DropAnywhere />
    </>
  );
}

const within = (element: ReactNode, children: RouteObject[]): RouteObject => ({ element, children });

const routes: RouteObject[] = [
  { path: paths.adminConfigStart, element: <Navigate to={adminConfigPath('general')} replace /> },
  ...routesIn('none'),
  within(<AppShell />, [
    ...routesIn('beforeSetup'),
    { path: paths.shareShort, element: <ShortLink /> },
    within(<SetupGate />, [
      ...routesIn(undefined),
      within(drawnLayouts.account.element, routesIn('account')),
      within(drawnLayouts.admin.element, routesIn('admin')),
      { path: '*', element: <NotFoundPage /> },
    ]),
  ]),
];

function routesIn(frame: FrameName | undefined): RouteObject[] {
  return rows.filter(({ page }) => page.frame === frame).map(({ path, element }) => ({ path, element }));
}

function drawn({ guard: Guard, layout, load, texts = [] }: PageRow) {
  const Content = lazyPart(() => withTexts(texts, load));
  const page = (
    <ErrorBoundary>
      <Suspense fallback={<PageSkeleton layout={layout} />}>
        <Content />
      </Suspense>
    </ErrorBoundary>
  );
  return { Content, element: Guard ? <Guard>{page}</Guard> : page };
}

function ShortLink() {
  const { id = '' } = useParams();
  const { search } = useLocation();
  return <Navigate to={{ pathname: sharePath(id), search }} replace />;
}
