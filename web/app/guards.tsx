import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useConfig } from '../lib/config.tsx';
import { usePageNotice, withNotice } from '../lib/page-notice.ts';
import { useCurrentUser } from '../lib/session.tsx';
import { SignedInOnly } from '../ui/sign-in/SignedInOnly.tsx';
import { AppShell } from './layout/AppShell.tsx';
import { NotFoundPage } from './layout/NotFoundPage.tsx';
import { paths } from './paths.ts';

export interface GuardProps {
  children: ReactNode;
}

/** For administrators; other accounts get the page "not found". */
export function AdministratorsOnly({ children }: GuardProps) {
  const user = useCurrentUser();
  return user && !user.isAdmin ? <NotFoundPage /> : <SignedInOnly>{children}</SignedInOnly>;
}

/** For administrators. Without header and container, unless the page is not found. */
export function ConfigEditorsOnly({ children }: GuardProps) {
  const user = useCurrentUser();
  return !user || user.isAdmin ? (
    <SignedInOnly>{children}</SignedInOnly>
  ) : (
    <AppShell>
      <NotFoundPage />
    </AppShell>
  );
}

/** For people with an account, and for everyone where the instance allows uploads without one. */
export function UploadersOnly({ children }: GuardProps) {
  const isOpen = useConfig()('share.allowUnauthenticatedShares');
  // An account that must turn on two-factor authentication first cannot upload as a guest either.
  const isGuest = useCurrentUser() === null;
  return isOpen && isGuest ? children : <SignedInOnly>{children}</SignedInOnly>;
}

/** The home page where the instance shows one, otherwise the upload page. */
export function HomePageOrUpload({ children }: GuardProps) {
  const showsHome = useConfig()('general.showHomePage');
  // A notice for the next page is passed on.
  const notice = usePageNotice();
  return showsHome ? children : <Navigate to={paths.upload} {...withNotice(notice)} replace />;
}
