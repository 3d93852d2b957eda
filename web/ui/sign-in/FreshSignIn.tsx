import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useLocation } from 'react-router';
import type { OauthProvider } from '#sdk/contract/oauth.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { canSignInWith, useLinkedAccounts } from '../../lib/linked-accounts.ts';
import { saveReturnPath } from '../../lib/saved-return-path.ts';
import { useProviderAddress } from '../../lib/sign-in-ways.ts';
import { RequestError } from '../feedback/FormError.tsx';
import { Notice } from '../feedback/Notice.tsx';
import { NoProviderHint } from './NoProviderHint.tsx';

interface Props {
  /** Focuses the first provider */
  autoFocus?: boolean;
}

/** Asks an account without a password to sign in again with a provider, which leads back to this page. */
export function FreshSignIn({ autoFocus = false }: Props) {
  const translator = useTranslator();
  const accounts = useLinkedAccounts();
  if (!accounts.data) {
    return (
      <>
        <Notice>{translator.t('errors.fresh_sign_in_required')}</Notice>
        <RequestError error={accounts.error} />
      </>
    );
  }
  const providers = accounts.data.filter(canSignInWith).map(({ provider }) => provider);
  return (
    <Notice>
      {providers.length > 0 ? <ByProvider providers={providers} autoFocus={autoFocus} /> : <NoProviderHint />}
    </Notice>
  );
}

interface ByProviderProps {
  providers: readonly OauthProvider[];
  autoFocus: boolean;
}

function ByProvider({ providers, autoFocus }: ByProviderProps) {
  const { t } = useTranslator();
  const { pathname, search } = useLocation();
  const addressOf = useProviderAddress();
  const from = pathname + search;
  return (
    <>
      {t('web.account.confirm.text')}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5, mb: 0.5 }}>
        {providers.map((provider, index) => (
          <Button
            key={provider}
            ref={autoFocus && index === 0 ? takeCursor : null}
            href={addressOf(provider, from)}
            variant="contained"
            color="primary"
            onClick={() => saveReturnPath(from)}
          >
            {t('web.account.confirm.byProvider', { provider: t(`oauth.providers.${provider}`) })}
          </Button>
        ))}
      </Box>
    </>
  );
}

/** `autoFocus` does nothing for links. */
function takeCursor(element: HTMLElement | null): void {
  element?.focus();
}
