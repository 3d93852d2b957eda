import Box from '@mui/material/Box';
import { useConfig } from '../../lib/config.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { CopyField } from '../../ui/CopyField.tsx';

/** What a provider has to know of this instance. */
export function CallbackAddress({ provider }: { provider: string }) {
  const { t } = useTranslator();
  const appUrl = useConfig()('general.appUrl');
  return (
    <Box>
      <Box sx={{ fontSize: '0.9375rem', fontWeight: 550, mb: 0.75 }}>{t('web.admin.config.callback')}</Box>
      <CopyField
        value={`${appUrl}/api/oauth/callback/${provider}`}
        label={t('web.admin.config.callback')}
        doneMessage={t('web.admin.config.callbackCopied')}
      />
      <Box sx={{ mt: 0.75, typography: 'caption', color: 'text.secondary' }}>
        {t('web.admin.config.callbackHint')}
      </Box>
    </Box>
  );
}
