import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { Download as downloadIcon } from 'lucide';
import { useState } from 'react';
import { totp } from '#sdk/contract/totp.js';
import { useConfig } from '../../lib/config.tsx';
import { useConfirmedForm } from '../../lib/confirmed-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { client } from '../../lib/sdk.ts';
import { useCurrentUser, useRefreshCurrentUser } from '../../lib/session.tsx';
import { SecretDialog } from '../../ui/dialogs/SecretDialog.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { PageForm } from '../../ui/fields/PageForm.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { CopyButton } from '../../ui/links/CopyButton.tsx';
import { Confirmation } from '../../ui/sign-in/Confirmation.tsx';
import { saveTextFile } from './save-text-file.ts';
import { TabContent } from './TabContent.tsx';
import { TwoFactorOn } from './TwoFactorOn.tsx';
import { TwoFactorVerify } from './TwoFactorVerify.tsx';

export function TwoFactorTab() {
  const { t } = useTranslator();
  const { notify } = useNotifier();
  const user = useCurrentUser();
  const isOn = user?.totpEnabled ?? false;
  const refreshCurrentUser = useRefreshCurrentUser();
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  const handleDisabled = async () => {
    notify(t('web.account.twoFactor.disabled'), 'success');
    await refreshCurrentUser();
  };
  const handleKept = async () => {
    setCodes(null);
    await refreshCurrentUser();
  };

  return (
    <TabContent
      title={t('web.account.twoFactor.title')}
      text={t(isOn ? 'web.account.twoFactor.onText' : 'web.account.twoFactor.offText')}
    >
      {user?.totpRequired && !isOn && <Notice>{t('web.account.twoFactor.required')}</Notice>}
      {isOn ? (
        <TwoFactorOn onDisabled={handleDisabled} onCodes={setCodes} />
      ) : (
        <TwoFactorOff onCodes={setCodes} />
      )}
      {codes && <RecoveryCodes codes={codes} onKept={handleKept} />}
    </TabContent>
  );
}

/** Turns two-factor sign-in on: first confirms the identity, then asks for a code of the authenticator. */
function TwoFactorOff({ onCodes }: { onCodes(codes: readonly string[]): void }) {
  const { t } = useTranslator();
  const [password, setPassword] = useState('');
  const form = useConfirmedForm(
    totp.enable.body,
    { password: '' },
    { fieldOfError: { password_wrong: 'password' } },
  );
  const enable = useMutation({
    mutationFn: (body: { password?: string | undefined }) => client.totp.enable({ body }),
    onSuccess: (_enrolment, body) => setPassword(body.password ?? ''),
    onError: form.showServerIssues,
  });
  const problem = form.generalProblem(enable.error);

  const handleCancel = () => {
    enable.reset();
    form.reset();
    setPassword('');
  };

  if (enable.data) {
    return (
      <Panel>
        <TwoFactorVerify
          enrolment={enable.data}
          password={password}
          onCancel={handleCancel}
          onCodes={onCodes}
        />
      </Panel>
    );
  }
  return (
    <PageForm
      submitLabel={t('web.account.twoFactor.setUp')}
      isDisabled={enable.isPending}
      problem={problem}
      onSubmit={form.handleSubmit((body) => enable.mutate(body))}
      isCard
    >
      <Confirmation field={form.field('password')} error={enable.error} />
    </PageForm>
  );
}

interface Props {
  codes: readonly string[];
  onKept(): void;
}

function RecoveryCodes({ codes, onKept }: Props) {
  const { t } = useTranslator();
  const name = useConfig()('general.appName');
  const user = useCurrentUser()?.username ?? '';
  const text = codes.join('\n');

  const handleSave = () => {
    const head = t('web.account.twoFactor.fileHead', { user, name, address: window.location.origin });
    saveTextFile(t('web.account.twoFactor.fileName'), `${head}\n\n${text}\n`);
  };

  return (
    <SecretDialog
      title={t('web.account.twoFactor.codesTitle')}
      doneLabel={t('web.account.twoFactor.codesKept')}
      onDone={onKept}
    >
      <Box sx={{ color: 'text.secondary' }}>{t('web.account.twoFactor.codesText')}</Box>
      <Box component="ul" sx={listStyle}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" startIcon={<Icon icon={downloadIcon} size={20} />} onClick={handleSave}>
          {t('web.account.twoFactor.codesDownload')}
        </Button>
        <CopyButton value={text} doneMessage={t('web.account.twoFactor.codesCopied')} />
      </Box>
    </SecretDialog>
  );
}

const listStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(128px, 1fr))',
  gap: 1,
  m: 0,
  p: 2,
  listStyle: 'none',
  fontFamily: 'ui-monospace, monospace',
  textAlign: 'center',
  bgcolor: 'paper.sunken',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.2,
} as const;
