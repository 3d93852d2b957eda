import { mdiAccountKeyOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import { Link, useLocation } from 'react-router';
import type { ReverseShareInvitation } from '#sdk/contract/reverse-shares.js';
import { signInPath } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { StatusPage } from '../../ui/StatusPage.tsx';

/** Only who has an account may send: the way to sign in leads back here. */
export function SignInFirst({ invitation }: { invitation: ReverseShareInvitation }) {
  const { t } = useTranslator();
  const { pathname } = useLocation();
  return (
    <StatusPage
      icon={mdiAccountKeyOutline}
      title={t('web.reverseUpload.signInTitle', { owner: invitation.owner })}
      actions={
        <Button component={Link} to={signInPath(pathname)} variant="contained" color="primary">
          {t('web.nav.signIn')}
        </Button>
      }
    >
      <p>{t('web.reverseUpload.signInText')}</p>
    </StatusPage>
  );
}
