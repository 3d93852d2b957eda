import { useState } from 'react';
import { useConfig } from '../../lib/config.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { DeadLink } from './DeadLink.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { useLinkParams } from './use-link-params.ts';

const textsOf = {
  reset: { title: 'web.resetPassword.title', text: 'web.resetPassword.text' },
  invitation: { title: 'web.resetPassword.invitationTitle', text: 'web.resetPassword.invitationText' },
} as const;

/** Where the links of mails lead that let somebody set a password: after forgetting it, or for the first time. */
export function ResetPasswordPage() {
  const { t } = useTranslator();
  const appName = useConfig()('general.appName');
  const params = useLinkParams();
  const token = params.get('token') ?? '';
  const kind = params.has('invitation') ? 'invitation' : 'reset';
  const texts = textsOf[kind];
  const [deadToken, setDeadToken] = useState<string | null>(null);

  if (token === '' || token === deadToken) {
    return <DeadLink kind={kind} isUsed={token !== ''} />;
  }
  return (
    <AuthFrame title={t(texts.title, { name: appName })} text={t(texts.text)}>
      <NewPasswordForm key={token} token={token} onDeadLink={() => setDeadToken(token)} />
    </AuthFrame>
  );
}
