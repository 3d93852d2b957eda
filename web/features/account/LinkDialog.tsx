import { type OauthProvider, oauth } from '#sdk/contract/oauth.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { Confirmation } from './Confirmation.tsx';
import { useConfirmedForm } from './use-confirmed-form.ts';
import { useLinkAccount } from './use-linked-accounts.ts';

interface Props {
  provider: OauthProvider;
  onClose(): void;
}

/** Asks who is there before another account may open this one. */
export function LinkDialog({ provider, onClose }: Props) {
  const { t } = useTranslator();
  const name = t(`oauth.providers.${provider}`);
  const form = useConfirmedForm(oauth.link.body, { password: '' }, { password_wrong: 'password' });
  const link = useLinkAccount(provider);
  return (
    <FormDialog
      title={t('web.account.social.linkTitle', { provider: name })}
      intro={t('web.account.social.linkText', { provider: name })}
      submitLabel={t('web.account.social.linkConfirm', { provider: name })}
      // The browser leaves once the answer is there.
      isPending={link.isPending || link.isSuccess}
      error={form.generalProblem(link.error)}
      onSubmit={form.handleSubmit((body) => link.mutateAsync(body, { onError: form.showServerIssues }))}
      onClose={onClose}
    >
      <Confirmation field={form.field('password')} error={link.error} autoFocus />
    </FormDialog>
  );
}
