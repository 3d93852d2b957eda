import { useState } from 'react';
import { useConfig } from '../../lib/config.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { DeadLink } from './DeadLink.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { useLinkParams } from './use-link-params.ts';

/** Where the links of mails lead that let somebody set a password: after forgetting it, or for the first time. */
export function ResetPasswordPage() {
  const { t } = useTranslator();
  const appName = useConfig()('general.appName');
  const params = useLinkParams();
  const token = params.get('token') ?? '';
  const isInvitation = params.has('invitation');
  const [deadToken, setDeadToken] = useState<string | null>(null);

  if (token === '' || token === deadToken) {
    return <DeadLink kind={isInvitation ? 'invitation' : 'reset'} isUsed={token !== ''} />;
  }
  return (
    <AuthFrame
      title={t(isInvitation ? 'web.resetPassword.invitationTitle' : 'web.resetPassword.title')}
      text={t(isInvitation ? 'web.resetPassword.invitationText' : 'web.resetPassword.text', {
        name: appName,
      })}
    >
      <NewPasswordForm key={token} token={token} onDeadLink={() => setDeadToken(token)} />
    </AuthFrame>
  );
}
