import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Download as downloadIcon } from 'lucide';
import type { apiKeys } from '#sdk/contract/api-keys.js';
import type { EndpointOutput } from '#sdk/contract/endpoint.js';
import { useConfig } from '../../lib/config.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { SecretDialog } from '../../ui/dialogs/SecretDialog.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { CopyField } from '../../ui/links/CopyField.tsx';
import { saveTextFile } from './save-text-file.ts';
import { curlCommand, shareXConfig } from './upload-programs.ts';

export type CreatedApiKey = EndpointOutput<typeof apiKeys.create>;

interface Props {
  created: CreatedApiKey;
  onDone(): void;
}

/** Shows a new key, and how programs upload with it. */
export function NewApiKey({ created: { apiKey, secret }, onDone }: Props) {
  const { t } = useTranslator();
  return (
    <SecretDialog
      title={t('web.account.apiKeys.createdTitle')}
      doneLabel={t('web.account.apiKeys.createdDone')}
      onDone={onDone}
    >
      <Box sx={{ color: 'text.secondary' }}>{t('web.account.apiKeys.createdText')}</Box>
      <CopyField
        value={secret}
        label={t('web.account.apiKeys.secret')}
        doneMessage={t('web.account.apiKeys.secretCopied')}
      />
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
        {t('web.account.apiKeys.createdHint')}
        <Box component="code" sx={{ display: 'block', mt: 0.5, overflowWrap: 'anywhere' }}>
          Authorization: Bearer {secret.slice(0, 12)}…
        </Box>
      </Box>
      {apiKey.scopes.includes('shares:write') && <UploadPrograms secret={secret} />}
    </SecretDialog>
  );
}

function UploadPrograms({ secret }: { secret: string }) {
  const { t } = useTranslator();
  const config = useConfig();
  const upload = { appUrl: config('general.appUrl'), secret };
  const name = config('general.appName');

  return (
    <>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('web.account.apiKeys.uploadText')}</Box>
      <CopyField
        value={curlCommand(upload)}
        label={t('web.account.apiKeys.uploadCommand')}
        doneMessage={t('web.account.apiKeys.uploadCommandCopied')}
      />
      <Button
        variant="outlined"
        startIcon={<Icon icon={downloadIcon} size={20} />}
        onClick={() => saveTextFile(`${name}.sxcu`, shareXConfig({ ...upload, name }))}
        sx={{ justifySelf: 'start' }}
      >
        {t('web.account.apiKeys.shareX')}
      </Button>
    </>
  );
}
