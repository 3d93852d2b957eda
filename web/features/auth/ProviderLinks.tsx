import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useSearchParams } from 'react-router';
import type { OauthProvider } from '#sdk/contract/oauth.js';
import { returnPath } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { saveReturnPath } from '../../lib/saved-return-path.ts';
import { useProviderAddress } from '../../lib/sign-in-ways.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { providerIcons } from '../../ui/icons/provider-icons.ts';

interface Props {
  providers: readonly OauthProvider[];
  /** They are below a form, as an alternative to it */
  isAlternative: boolean;
}

/** Buttons to sign in with a provider. They keep the page to return to. */
export function ProviderLinks({ providers, isAlternative }: Props) {
  const { t } = useTranslator();
  const [search] = useSearchParams();
  const from = returnPath(search);
  const addressOf = useProviderAddress();
  if (providers.length === 0) return null;
  return (
    <>
      {isAlternative && <OrDivider />}
      <Box component="ul" sx={{ display: 'grid', gap: 1.25, m: 0, p: 0, listStyle: 'none' }}>
        {providers.map((provider) => (
          <li key={provider}>
            <Button
              component="a"
              href={addressOf(provider, from)}
              variant="outlined"
              fullWidth
              startIcon={<Icon icon={providerIcons[provider]} size={20} />}
              onClick={() => saveReturnPath(from)}
            >
              {t('web.signIn.with', { provider: t(`oauth.providers.${provider}`) })}
            </Button>
          </li>
        ))}
      </Box>
    </>
  );
}

function OrDivider() {
  const { t } = useTranslator();
  const line = { content: '""', flex: 1, borderTop: 1, borderColor: 'divider' };
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        color: 'text.secondary',
        typography: 'body2',
        '&::before': line,
        '&::after': line,
      }}
    >
      {t('web.signIn.or')}
    </Box>
  );
}
