import { type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { paths, signInPath } from '../../app/paths.ts';
import { usePageNotice, withNotice } from '../../lib/page-notice.ts';
import { useCurrentUser } from '../../lib/session.tsx';

/** Sends visitors who are not signed in to the sign-in page, which leads back here. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const user = useCurrentUser();
  const isSignedIn = user !== null;
  const { pathname, search } = useLocation();
  const [wasSignedIn] = useState(isSignedIn);
  const given = usePageNotice();
  if (user?.totpRequired && !user.totpEnabled && pathname !== paths.accountSecurity)
    return <Navigate to={paths.accountSecurity} replace />;
  if (isSignedIn) return children;
  // Signing out reloads the page, so a session that disappears while the page is open has ended.
  const notice = wasSignedIn ? 'sessionEnded' : given;
  return <Navigate to={signInPath(pathname + search)} {...withNotice(notice)} replace />;
}
