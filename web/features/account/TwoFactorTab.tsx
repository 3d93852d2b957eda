import { useState } from 'react';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { useCurrentUser, useRefreshCurrentUser } from '../../lib/session.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { TabContent } from './TabContent.tsx';
import { TwoFactorOff } from './TwoFactorOff.tsx';
import { TwoFactorOn } from './TwoFactorOn.tsx';

export function TwoFactorTab() {
  const { t } = useTranslator();
  const { notify } = useNotifier();
  const isOn = useCurrentUser()?.totpEnabled ?? false;
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
      isWide
    >
      {isOn ? (
        <TwoFactorOn onDisabled={handleDisabled} onCodes={setCodes} />
      ) : (
        <TwoFactorOff onCodes={setCodes} />
      )}
      {codes && <RecoveryCodes codes={codes} onKept={handleKept} />}
    </TabContent>
  );
}
