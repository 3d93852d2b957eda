import Button from '@mui/material/Button';
import { UserSearch as userSearchIcon } from 'lucide';
import { Link, useSearchParams } from 'react-router';
import { oauthErrors } from '#sdk/contract/oauth.js';
import { accountSources } from '#sdk/contract/oauth-providers.js';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { paths, signInPath } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { readSavedReturnPath } from '../../lib/saved-return-path.ts';
import { useCurrentUser } from '../../lib/session.tsx';
import { StatusPage } from '../../ui/feedback/StatusPage.tsx';

/** The reason why a sign-in with a provider failed. The address has codes; unknown ones are never shown. */
export function SocialErrorPage() {
  const { t } = useTranslator();
  const isSignedIn = useCurrentUser() !== null;
  const [search] = useSearchParams();
  const code = oauthErrors.find((known) => known === search.get('error')) ?? 'default';
  const name = accountSources.find((known) => known === search.get('params'));
  const provider = t(name ? `oauth.providers.${name}` : 'web.socialError.anyProvider');
  const way = findWayOn(isSignedIn);

  return (
    <StatusPage
      tone="error"
      icon={userSearchIcon}
      title={t(isSignedIn ? 'web.socialError.signedInTitle' : 'web.socialError.title')}
      actions={
        <>
          <Button component={Link} to={way.path} variant="contained" color="primary">
            {t(way.label)}
          </Button>
          <Button component={Link} to={paths.home} variant="outlined">
            {t('web.notFound.home')}
          </Button>
        </>
      }
    >
      <p>{t(`oauth.errors.${code}`, { provider })}</p>
      <p>{t(`web.socialError.next.${code}`)}</p>
    </StatusPage>
  );
}

/** The page where the failed sign-in started, through the sign-in page if the visitor is not signed in. */
function findWayOn(isSignedIn: boolean): { path: string; label: MessageKey } {
  const saved = readSavedReturnPath();
  if (!isSignedIn) return { path: signInPath(saved ?? paths.upload), label: 'web.nav.signIn' };
  if (saved === null) return { path: paths.accountSocial, label: 'web.deadLink.toAccount' };
  return { path: saved, label: 'web.errorPage.back' };
}
