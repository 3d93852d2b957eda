import { type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { signInPath } from '../../app/paths.ts';
import { usePageNotice, withNotice } from '../../lib/page-notice.ts';
import { useCurrentUser } from '../../lib/session.tsx';

/** Leads whoever is not signed in to do that, and back here afterwards. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const isSignedIn = useCurrentUser() !== null;
  const { pathname, search } = useLocation();
  const [wasSignedIn] = useState(isSignedIn);
  const given = usePageNotice();
  if (isSignedIn) return children;
  // Whoever signs out leaves by a page that is loaded anew.
  const notice = wasSignedIn ? 'sessionEnded' : given;
  return <Navigate to={signInPath(pathname + search)} {...withNotice(notice)} replace />;
}
