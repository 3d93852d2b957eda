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
  /** They stand below a form, for those who would rather not fill it in. */
  isAlternative: boolean;
}

/** The ways to sign in elsewhere. The wish to come back to a page goes along. */
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
              startIcon={<Icon path={providerIcons[provider]} size={20} />}
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
