import Link from '@mui/material/Link';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link as RouterLink, useSearchParams } from 'react-router';
import type * as z from 'zod/mini';
import { type OauthProvider, type OauthStatus, oauth } from '#sdk/contract/oauth.js';
import { paths } from '../../app/paths.ts';
import { useConfirmedForm, useHasPassword } from '../../lib/confirmed-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { canSignInWith, linkedAccountsKey, useLinkedAccounts } from '../../lib/linked-accounts.ts';
import { useNotifier } from '../../lib/notify.tsx';
import { saveReturnPath } from '../../lib/saved-return-path.ts';
import { client } from '../../lib/sdk.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { ItemList, ItemListSkeleton } from '../../ui/lists/ItemList.tsx';
import { QueryStatus } from '../../ui/lists/QueryStatus.tsx';
import { Confirmation } from '../../ui/sign-in/Confirmation.tsx';
import { NoProviderHint } from '../../ui/sign-in/NoProviderHint.tsx';
import { LinkedAccountItem } from './LinkedAccountItem.tsx';
import { TabContent } from './TabContent.tsx';

/** Accounts of providers that can sign in to this account. */
export function LinkedAccountsTab() {
  const { t } = useTranslator();
  const accounts = useLinkedAccounts();
  return (
    <TabContent title={t('web.account.social.title')} text={t('web.account.social.text')} isWide>
      <QueryStatus query={accounts} skeleton={<ItemListSkeleton />} />
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
  const [selected, setSelected] = useState<OauthStatus | null>(null);
  const hasPassword = useHasPassword();
  const isKept = (status: OauthStatus) => !hasPassword && isOnlySignIn(status, accounts);
  const onlySignIn = accounts.find((status) => canSignInWith(status) && isKept(status));
  const hasNoSignIn = !onlySignIn && accounts.some(isKept);
  const close = () => setSelected(null);

  return (
    <>
      <NewLink accounts={accounts} />
      {onlySignIn && <OnlySignInNotice provider={onlySignIn.provider} />}
      {hasNoSignIn && (
        <Notice>
          <NoProviderHint />
        </Notice>
      )}
      <ItemList label={t('web.account.social.title')}>
        {accounts.map((status) => (
          <LinkedAccountItem
            key={status.provider}
            status={status}
            isKept={isKept(status)}
            onSelect={() => setSelected(status)}
          />
        ))}
      </ItemList>
      {selected && !selected.account && <LinkDialog provider={selected.provider} onClose={close} />}
      {selected?.account && (
        <UnlinkDialog
          provider={selected.provider}
          onClose={close}
          onUnlinked={() => {
            close();
            const provider = t(`oauth.providers.${selected.provider}`);
            notify(t('web.account.social.unlinked', { provider }), 'success');
          }}
        />
      )}
    </>
  );
}

/** The browser has come back from the provider. This is said once, and not again after a reload. */
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

function OnlySignInNotice({ provider }: { provider: OauthProvider }) {
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

/** Whether it is the only linked account that can be used to sign in: the server does not unlink it. */
function isOnlySignIn(status: OauthStatus, accounts: readonly OauthStatus[]): boolean {
  return status.account !== null && !accounts.some((other) => other !== status && canSignInWith(other));
}

interface Props {
  provider: OauthProvider;
  onClose(): void;
}

/** Confirms the identity before another account may sign in to this one. */
function LinkDialog({ provider, onClose }: Props) {
  const { t } = useTranslator();
  const name = t(`oauth.providers.${provider}`);
  const form = useConfirmedForm(
    oauth.link.body,
    { password: '' },
    { fieldOfError: { password_wrong: 'password' } },
  );
  const link = useLinkAccount(provider);
  return (
    <FormDialog
      title={t('web.account.social.linkTitle', { provider: name })}
      intro={t('web.account.social.linkText', { provider: name })}
      submitLabel={t('web.account.social.linkConfirm', { provider: name })}
      form={form}
      // The browser leaves as soon as the response is there.
      mutation={{ isPending: link.isPending || link.isSuccess, error: link.error }}
      onSubmit={(body) => link.mutateAsync(body)}
      onClose={onClose}
    >
      <Confirmation field={form.field('password')} error={link.error} autoFocus />
    </FormDialog>
  );
}

interface UnlinkDialogProps {
  provider: OauthProvider;
  onClose(): void;
  onUnlinked(): void;
}

/** Names what is lost, and confirms the identity. */
function UnlinkDialog({ provider, onClose, onUnlinked }: UnlinkDialogProps) {
  const { t } = useTranslator();
  const name = t(`oauth.providers.${provider}`);
  const form = useConfirmedForm(
    oauth.unlink.body,
    { password: '' },
    { fieldOfError: { password_wrong: 'password' } },
  );
  const unlink = useUnlinkAccount(provider);
  return (
    <FormDialog
      isDanger
      title={t('web.account.social.unlinkTitle', { provider: name })}
      intro={t('web.account.social.unlinkText', { provider: name })}
      submitLabel={t('web.account.social.unlink')}
      form={form}
      mutation={unlink}
      onSubmit={(body) => unlink.mutateAsync(body, { onSuccess: onUnlinked })}
      onClose={onClose}
    >
      <Confirmation field={form.field('password')} error={unlink.error} autoFocus />
    </FormDialog>
  );
}

/** Goes to the provider, which sends the browser back to the linked accounts. */
function useLinkAccount(provider: OauthProvider) {
  return useMutation({
    mutationFn: (body: z.input<typeof oauth.link.body>) => client.oauth.link({ params: { provider }, body }),
    onSuccess: ({ url }) => {
      saveReturnPath(paths.accountSocial);
      window.location.assign(url);
    },
  });
}

function useUnlinkAccount(provider: OauthProvider) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof oauth.unlink.body>) =>
      client.oauth.unlink({ params: { provider }, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: linkedAccountsKey }),
  });
}
