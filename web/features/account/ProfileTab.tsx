import { useHasPassword } from '../../lib/confirmed-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { FormSkeleton } from '../../ui/feedback/FormSkeleton.tsx';
import { QueryStatus } from '../../ui/lists/QueryStatus.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { TabContent } from './TabContent.tsx';
import { useAccount } from './use-account.ts';

export function ProfileTab() {
  const { t } = useTranslator();
  const account = useAccount();
  const hasPassword = useHasPassword();
  return (
    <TabContent
      title={t('web.account.profile.title')}
      text={t(hasPassword ? 'web.account.profile.text' : 'web.account.profile.noPasswordText')}
    >
      <QueryStatus query={account} skeleton={<FormSkeleton />} />
      {account.data && <ProfileForm account={account.data} />}
    </TabContent>
  );
}
