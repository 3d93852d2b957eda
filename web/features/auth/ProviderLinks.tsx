import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useSearchParams } from 'react-router';
import type { OauthProvider } from '#sdk/contract/oauth.js';
import { providerSignInPath, returnPath } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { providerIcons } from '../../ui/provider-icons.ts';
import { keepReturnPath } from './kept-return-path.ts';

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
  if (providers.length === 0) return null;
  return (
    <>
      {isAlternative && <Or />}
      <Box component="ul" sx={{ display: 'grid', gap: 1.25, m: 0, p: 0, listStyle: 'none' }}>
        {providers.map((provider) => (
          <li key={provider}>
            <Button
              component="a"
              href={providerSignInPath(provider, from)}
              variant="outlined"
              fullWidth
              startIcon={<Icon path={providerIcons[provider]} size={20} />}
              onClick={() => keepReturnPath(from)}
            >
              {t('web.signIn.with', { provider: t(`oauth.providers.${provider}`) })}
            </Button>
          </li>
        ))}
      </Box>
    </>
  );
}

function Or() {
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
