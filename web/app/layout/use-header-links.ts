import { type Location, matchPath, useLocation } from 'react-router';
import { allowsReverseShares } from '#sdk/contract/config/policies.js';
import { useConfig } from '../../lib/config.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { useCurrentUser } from '../../lib/session.tsx';
import { useRegistration } from '../../lib/sign-in-ways.ts';
import { paths } from '../paths.ts';

export interface HeaderLink {
  path: string;
  label: string;
  /** Wide screens show it in the menu of shares */
  isInMenu?: boolean;
  /** It starts something new: it has a plus, and phones show only that. */
  isNew?: boolean;
}

/** The links of the header for the current visitor, in order. */
export function useHeaderLinks(): HeaderLink[] {
  const { t } = useTranslator();
  const config = useConfig();
  const hasRegistration = useRegistration() !== null;
  const user = useCurrentUser();
  const location = useLocation();
  const { pathname } = location;
  // Until the set-up is finished, all links would lead back to it.
  if (pathname === paths.setup) return [];
  const upload = { path: paths.upload, label: t('web.nav.upload'), isNew: true };
  if (user) {
    return [
      upload,
      { path: paths.myShares, label: t('web.nav.myShares'), isInMenu: true },
      ...(allowsReverseShares(user, config)
        ? [{ path: paths.reverseShares, label: t('web.nav.reverseShares'), isInMenu: true }]
        : []),
    ];
  }
  return [
    ...(config('general.showLogin')
      ? [{ path: leadBack(paths.signIn, location), label: t('web.nav.signIn') }]
      : []),
    ...(config('general.showHomePage') ? [{ path: paths.home, label: t('web.nav.home') }] : []),
    ...(config('share.allowUnauthenticatedShares') ? [upload] : []),
    ...(hasRegistration ? [{ path: leadBack(paths.signUp, location), label: t('web.nav.signUp') }] : []),
  ];
}

/** Adds the way back: to the share that the visitor is looking at, or to the page that required the sign-in. */
function leadBack(path: string, { pathname, search }: Location): string {
  const isShare = [paths.share, paths.shareShort].some((pattern) => matchPath(pattern, pathname));
  const from = isShare ? pathname : new URLSearchParams(search).get('from');
  return from === null ? path : `${path}?${new URLSearchParams({ from })}`;
}
