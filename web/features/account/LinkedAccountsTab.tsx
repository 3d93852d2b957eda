import Link from '@mui/material/Link';
import { useEffect, useState } from 'react';
import { Link as RouterLink, useSearchParams } from 'react-router';
import type { OauthProvider, OauthStatus } from '#sdk/contract/oauth.js';
import { describeError } from '#sdk/i18n/describe-error.js';
import { paths } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { isWayIn, useLinkedAccounts } from '../../lib/linked-accounts.ts';
import { useNotifier } from '../../lib/notify.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { ItemList, ItemListSkeleton } from '../../ui/ItemList.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { WithoutProvider } from '../../ui/WithoutProvider.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import { LinkedAccountItem } from './LinkedAccountItem.tsx';
import { TabContent } from './TabContent.tsx';
import { UnlinkDialog } from './UnlinkDialog.tsx';
import { useHasPassword } from './use-confirmed-form.ts';

/** Accounts of providers that open this account too. */
export function LinkedAccountsTab() {
  const translator = useTranslator();
  const { t } = translator;
  const accounts = useLinkedAccounts();
  return (
    <TabContent title={t('web.account.social.title')} text={t('web.account.social.text')} isWide>
      {accounts.isPending && <ItemListSkeleton />}
      {accounts.isError && <FormError>{describeError(translator, accounts.error)}</FormError>}
      {accounts.data &&
        (accounts.data.length > 0 ? (
          <Accounts accounts={accounts.data} />
        ) : (
          <Notice>{t('web.account.social.none')}</Notice>
        ))}
    </TabContent>
  );
}

function Accounts({ accounts }: { accounts: readonly OauthStatus[] }) {
  const { t } = useTranslator();
  const { notify } = useNotifier();
  const [asked, setAsked] = useState<OauthStatus | null>(null);
  const hasPassword = useHasPassword();
  const isKept = (status: OauthStatus) => !hasPassword && isOnlyHope(status, accounts);
  const lastWayIn = accounts.find((status) => isWayIn(status) && isKept(status));
  const hasNoWayIn = !lastWayIn && accounts.some(isKept);
  const close = () => setAsked(null);

  return (
    <>
      <NewLink accounts={accounts} />
      {lastWayIn && <LastWayIn provider={lastWayIn.provider} />}
      {hasNoWayIn && (
        <Notice>
          <WithoutProvider />
        </Notice>
      )}
      <ItemList label={t('web.account.social.title')}>
        {accounts.map((status) => (
          <LinkedAccountItem
            key={status.provider}
            status={status}
            isKept={isKept(status)}
            onAsk={() => setAsked(status)}
          />
        ))}
      </ItemList>
      {asked && !asked.account && <LinkDialog provider={asked.provider} onClose={close} />}
      {asked?.account && (
        <UnlinkDialog
          provider={asked.provider}
          onClose={close}
          onUnlinked={() => {
            close();
            const provider = t(`oauth.providers.${asked.provider}`);
            notify(t('web.account.social.unlinked', { provider }), 'success');
          }}
        />
      )}
    </>
  );
}

/** The browser has come back from the provider. That is said once, and not again by a reload. */
function NewLink({ accounts }: { accounts: readonly OauthStatus[] }) {
  const { t } = useTranslator();
  const [search, setSearch] = useSearchParams();
  const name = search.get('linked');
  const [shown] = useState(name);
  useEffect(() => {
    if (name !== null) setSearch({}, { replace: true });
  }, [name, setSearch]);
  const linked = accounts.find(({ provider, account }) => account && provider === shown);
  if (!linked) return null;
  const provider = t(`oauth.providers.${linked.provider}`);
  return <Notice tone="success">{t('web.account.social.linked', { provider })}</Notice>;
}

function LastWayIn({ provider }: { provider: OauthProvider }) {
  const { t } = useTranslator();
  return (
    <Notice>
      {t('web.account.social.lastWayIn', { provider: t(`oauth.providers.${provider}`) })}{' '}
      <Link component={RouterLink} to={paths.accountPassword}>
        {t('web.account.social.setPassword')}
      </Link>
    </Notice>
  );
}

/** Whether nothing else is linked by which the account could be entered: the server keeps such a link. */
function isOnlyHope(status: OauthStatus, accounts: readonly OauthStatus[]): boolean {
  return status.account !== null && !accounts.some((other) => other !== status && isWayIn(other));
}
