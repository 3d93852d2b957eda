import type { MessageKey } from '#sdk/i18n/translate.js';
import { paths } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { useLinkedAccounts } from '../../lib/linked-accounts.ts';
import { useSignInProviders } from '../../lib/sign-in-ways.ts';
import { TabLinks } from '../../ui/navigation/TabLinks.tsx';

/** The tabs, in the order in which they are shown. */
const tabs: readonly { path: string; label: MessageKey }[] = [
  { path: paths.account, label: 'web.account.profile.tab' },
  { path: paths.accountPassword, label: 'web.account.password.tab' },
  { path: paths.accountSecurity, label: 'web.account.twoFactor.tab' },
  { path: paths.accountSocial, label: 'web.account.social.tab' },
  { path: paths.accountSessions, label: 'web.account.sessions.tab' },
  { path: paths.accountApiKeys, label: 'web.account.apiKeys.tab' },
  { path: paths.accountNotifications, label: 'web.account.notifications.title' },
  { path: paths.accountPreferences, label: 'web.account.preferences.tab' },
  { path: paths.accountDelete, label: 'web.account.delete.tab' },
];

/** The tabs: a column beside the content, and a row above it on a phone. */
export function AccountNavigation() {
  const { t } = useTranslator();
  const hasProviders = useHasProviders();
  const shown = tabs.filter(({ path }) => path !== paths.accountSocial || hasProviders);
  return (
    <TabLinks
      label={t('web.account.tabs')}
      links={shown.map(({ path, label }) => ({ path, text: t(label) }))}
      isColumn
    />
  );
}

/** Whether there is a provider to link, or one that is still linked. */
function useHasProviders(): boolean {
  const isEnabled = useSignInProviders().length > 0;
  const linked = useLinkedAccounts({ enabled: !isEnabled }).data ?? [];
  return isEnabled || linked.length > 0;
}
