import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react';
import { matchPath, Navigate, Route, Routes, useParams } from 'react-router';
import { configCategories } from '#sdk/contract/config.js';
import { type AccountTab, accountTabs } from '../features/account/account-tabs.ts';
import { useConfig } from '../lib/config.tsx';
import { usePageNotice, withNotice } from '../lib/page-notice.ts';
import { useCurrentUser } from '../lib/session.tsx';
import { withTexts } from '../lib/texts.ts';
import { MembersOnly } from '../ui/MembersOnly.tsx';
import { PageSkeleton } from '../ui/PageSkeleton.tsx';
import { AppShell } from './layout/AppShell.tsx';
import { ErrorBoundary } from './layout/ErrorBoundary.tsx';
import { NotFoundPage } from './layout/NotFoundPage.tsx';
import { SetupGate } from './layout/SetupGate.tsx';
import { adminConfigPath, paths, sharePath } from './paths.ts';

const pages = {
  home: () => import('../features/home/HomePage.tsx').then((module) => ({ default: module.HomePage })),
  setup: () =>
    withTexts(['administration'], () =>
      import('../features/setup/SetupPage.tsx').then((module) => ({ default: module.SetupPage })),
    ),
  imprint: () =>
    import('../features/legal/ImprintPage.tsx').then((module) => ({ default: module.ImprintPage })),
  privacy: () =>
    import('../features/legal/PrivacyPage.tsx').then((module) => ({ default: module.PrivacyPage })),
  signIn: () => import('../features/auth/SignInPage.tsx').then((module) => ({ default: module.SignInPage })),
  signUp: () =>
    withTexts(['account'], () =>
      import('../features/auth/SignUpPage.tsx').then((module) => ({ default: module.SignUpPage })),
    ),
  forgotPassword: () =>
    withTexts(['account'], () =>
      import('../features/auth/ForgotPasswordPage.tsx').then((module) => ({
        default: module.ForgotPasswordPage,
      })),
    ),
  resetPassword: () =>
    withTexts(['account'], () =>
      import('../features/auth/ResetPasswordPage.tsx').then((module) => ({
        default: module.ResetPasswordPage,
      })),
    ),
  confirmEmail: () =>
    import('../features/auth/ConfirmEmailPage.tsx').then((module) => ({ default: module.ConfirmEmailPage })),
  socialError: () =>
    withTexts(['signIn'], () =>
      import('../features/auth/SocialErrorPage.tsx').then((module) => ({ default: module.SocialErrorPage })),
    ),
  program: () =>
    withTexts(['signIn', 'account'], () =>
      import('../features/auth/ProgramPage.tsx').then((module) => ({ default: module.ProgramPage })),
    ),
  upload: () =>
    import('../features/upload/UploadPage.tsx').then((module) => ({ default: module.UploadPage })),
  share: () =>
    import('../features/share-view/ShareViewPage.tsx').then((module) => ({ default: module.ShareViewPage })),
  myShares: () =>
    withTexts(['account'], () =>
      import('../features/shares/MySharesPage.tsx').then((module) => ({ default: module.MySharesPage })),
    ),
  reverseShares: () =>
    withTexts(['account'], () =>
      import('../features/reverse-shares/ReverseSharesPage.tsx').then((module) => ({
        default: module.ReverseSharesPage,
      })),
    ),
  reverseShare: () =>
    withTexts(['account'], () =>
      import('../features/reverse-shares/ReverseSharePage.tsx').then((module) => ({
        default: module.ReverseSharePage,
      })),
    ),
  reverseUpload: () =>
    import('../features/reverse-upload/ReverseUploadPage.tsx').then((module) => ({
      default: module.ReverseUploadPage,
    })),
  account: () =>
    withTexts(['account'], () =>
      import('../features/account/AccountPage.tsx').then((module) => ({ default: module.AccountPage })),
    ),
  adminLayout: () =>
    withTexts(['administration'], () =>
      import('../features/admin/AdminLayout.tsx').then((module) => ({ default: module.AdminLayout })),
    ),
  admin: () =>
    withTexts(['administration'], () =>
      import('../features/admin/AdminPage.tsx').then((module) => ({ default: module.AdminPage })),
    ),
  adminUsers: () =>
    withTexts(['account', 'administration'], () =>
      import('../features/users/UsersPage.tsx').then((module) => ({ default: module.UsersPage })),
    ),
  adminAudit: () =>
    withTexts(['account', 'administration'], () =>
      import('../features/audit/AuditPage.tsx').then((module) => ({ default: module.AuditPage })),
    ),
  adminJobs: () =>
    withTexts(['administration'], () =>
      import('../features/jobs/JobsPage.tsx').then((module) => ({ default: module.JobsPage })),
    ),
  adminMails: () =>
    withTexts(['administration'], () =>
      import('../features/mails/MailsPage.tsx').then((module) => ({ default: module.MailsPage })),
    ),
  adminShares: () =>
    withTexts(['account'], () =>
      import('../features/shares/AllSharesPage.tsx').then((module) => ({ default: module.AllSharesPage })),
    ),
  adminConfig: () =>
    withTexts(['administration'], () =>
      import('../features/config/ConfigPage.tsx').then((module) => ({ default: module.ConfigPage })),
    ),
} satisfies Record<string, AccountTab['load']>;

const addressed = [
  'home',
  'setup',
  'imprint',
  'privacy',
  'signIn',
  'signUp',
  'forgotPassword',
  'resetPassword',
  'confirmEmail',
  'program',
  'socialError',
  'upload',
  'share',
  'myShares',
  'reverseShares',
  'reverseShare',
  'reverseUpload',
  'admin',
  'adminUsers',
  'adminAudit',
  'adminJobs',
  'adminMails',
  'adminShares',
  'adminConfig',
] as const;

/** Fetches the code of the page at an address while its first data is still on the way. */
export function preloadPage(pathname: string): void {
  const name = addressed.find((candidate) => matchPath(paths[candidate], pathname) !== null);
  const tab = accountTabs.find(({ path }) => matchPath(path, pathname) !== null);
  const isFramed = name !== 'adminConfig' && matchPath(`${paths.admin}/*`, pathname) !== null;
  const loads = [
    ...(name ? [pages[name]] : []),
    ...(tab ? [pages.account, tab.load] : []),
    ...(isFramed ? [pages.adminLayout] : []),
  ];
  // A chunk that does not come is met again, and shown, when its page is.
  for (const load of loads) load().catch(() => undefined);
}

const HomePage = lazy(pages.home);
const SetupPage = lazy(pages.setup);
const ImprintPage = lazy(pages.imprint);
const PrivacyPage = lazy(pages.privacy);
const SignInPage = lazy(pages.signIn);
const SignUpPage = lazy(pages.signUp);
const ForgotPasswordPage = lazy(pages.forgotPassword);
const ResetPasswordPage = lazy(pages.resetPassword);
const ConfirmEmailPage = lazy(pages.confirmEmail);
const SocialErrorPage = lazy(pages.socialError);
const ProgramPage = lazy(pages.program);
const UploadPage = lazy(pages.upload);
const ShareViewPage = lazy(pages.share);
const MySharesPage = lazy(pages.myShares);
const ReverseSharesPage = lazy(pages.reverseShares);
const ReverseSharePage = lazy(pages.reverseShare);
const ReverseUploadPage = lazy(pages.reverseUpload);
const AccountPage = lazy(pages.account);
const AdminLayout = lazy(pages.adminLayout);
const AdminPage = lazy(pages.admin);
const UsersPage = lazy(pages.adminUsers);
const AuditPage = lazy(pages.adminAudit);
const JobsPage = lazy(pages.adminJobs);
const MailsPage = lazy(pages.adminMails);
const AllSharesPage = lazy(pages.adminShares);
const ConfigPage = lazy(pages.adminConfig);
const tabs = accountTabs.map(({ path, load }) => ({ path, Content: lazy(load) }));

const [firstCategory = ''] = configCategories;

export function AppRoutes() {
  return (
    <Routes>
      <Route
        path={paths.adminConfigStart}
        element={<Navigate to={adminConfigPath(firstCategory)} replace />}
      />
      <Route path={paths.adminConfig} element={<Configuration />} />
      <Route element={<AppShell />}>
        <Route path={paths.setup} element={<Page of={SetupPage} />} />
        <Route path={paths.share} element={<Page of={ShareViewPage} />} />
        <Route path={paths.shareShort} element={<ShortLink />} />
        <Route element={<SetupGate />}>
          <Route path={paths.home} element={<Home />} />
          <Route path={paths.imprint} element={<Page of={ImprintPage} />} />
          <Route path={paths.privacy} element={<Page of={PrivacyPage} />} />
          <Route path={paths.signIn} element={<Page of={SignInPage} />} />
          <Route path={paths.signUp} element={<Page of={SignUpPage} />} />
          <Route path={paths.forgotPassword} element={<Page of={ForgotPasswordPage} />} />
          <Route path={paths.resetPassword} element={<Page of={ResetPasswordPage} />} />
          <Route path={paths.confirmEmail} element={<Page of={ConfirmEmailPage} />} />
          <Route path={paths.socialError} element={<Page of={SocialErrorPage} />} />
          <Route path={paths.program} element={<Page of={ProgramPage} />} />
          <Route path={paths.upload} element={<Uploaders of={UploadPage} />} />
          <Route path={paths.myShares} element={<Members of={MySharesPage} />} />
          <Route path={paths.reverseShares} element={<Members of={ReverseSharesPage} />} />
          <Route path={paths.reverseShare} element={<Members of={ReverseSharePage} />} />
          <Route path={paths.reverseUpload} element={<Page of={ReverseUploadPage} />} />
          <Route element={<Members of={AccountPage} />}>
            {tabs.map(({ path, Content }) => (
              <Route key={path} path={path} element={<Page of={Content} />} />
            ))}
          </Route>
          <Route element={<Administrators of={AdminLayout} />}>
            <Route path={paths.admin} element={<Page of={AdminPage} />} />
            <Route path={paths.adminUsers} element={<Page of={UsersPage} />} />
            <Route path={paths.adminAudit} element={<Page of={AuditPage} />} />
            <Route path={paths.adminJobs} element={<Page of={JobsPage} />} />
            <Route path={paths.adminMails} element={<Page of={MailsPage} />} />
            <Route path={paths.adminShares} element={<Page of={AllSharesPage} />} />
          </Route>
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Route>
    </Routes>
  );
}

interface PageProps {
  of: LazyExoticComponent<ComponentType>;
}

function Page({ of: Content }: PageProps) {
  return (
    <ErrorBoundary>
      <Suspense fallback={<PageSkeleton />}>
        <Content />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Pages of an account. */
function Members({ of }: PageProps) {
  return (
    <MembersOnly>
      <Page of={of} />
    </MembersOnly>
  );
}

/** Pages of administrators; to every other account there is nothing. */
function Administrators({ of }: PageProps) {
  const user = useCurrentUser();
  return user && !user.isAdmin ? <NotFoundPage /> : <Members of={of} />;
}

/** Without header and container, unless there is nothing to show. */
function Configuration() {
  const user = useCurrentUser();
  const { category = '' } = useParams();
  const isThere = configCategories.includes(category) && (!user || user.isAdmin);
  return isThere ? (
    <Members of={ConfigPage} />
  ) : (
    <AppShell>
      <NotFoundPage />
    </AppShell>
  );
}

/** Pages of whoever may upload here. */
function Uploaders({ of }: PageProps) {
  const isOpen = useConfig()('share.allowUnauthenticatedShares');
  return isOpen ? <Page of={of} /> : <Members of={of} />;
}

function Home() {
  const showsHome = useConfig()('general.showHomePage');
  // What is to be said first travels on.
  const notice = usePageNotice();
  return showsHome ? <Page of={HomePage} /> : <Navigate to={paths.upload} {...withNotice(notice)} replace />;
}

function ShortLink() {
  const { id = '' } = useParams();
  return <Navigate to={sharePath(id)} replace />;
}
