import { type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { signInPath } from '../../app/paths.ts';
import { usePageNotice, withNotice } from '../../lib/page-notice.ts';
import { useCurrentUser } from '../../lib/session.tsx';

/** Leads whoever is not signed in to do that, and back here afterwards. */
export function MembersOnly({ children }: { children: ReactNode }) {
  const isMember = useCurrentUser() !== null;
  const { pathname, search } = useLocation();
  const [wasMember] = useState(isMember);
  const given = usePageNotice();
  if (isMember) return children;
  // Whoever signs out leaves by a page that is loaded anew.
  const notice = wasMember ? 'sessionEnded' : given;
  return <Navigate to={signInPath(pathname + search)} {...withNotice(notice)} replace />;
}
