import { type OauthProvider, oauth } from '#sdk/contract/oauth.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { Confirmation } from './Confirmation.tsx';
import { useConfirmedForm } from './use-confirmed-form.ts';
import { useUnlinkAccount } from './use-linked-accounts.ts';

interface Props {
  provider: OauthProvider;
  onClose(): void;
  onUnlinked(): void;
}

/** Names what is lost, and asks who is there. */
export function UnlinkDialog({ provider, onClose, onUnlinked }: Props) {
  const { t } = useTranslator();
  const name = t(`oauth.providers.${provider}`);
  const form = useConfirmedForm(oauth.unlink.body, { password: '' }, { password_wrong: 'password' });
  const unlink = useUnlinkAccount(provider);
  return (
    <FormDialog
      isDanger
      title={t('web.account.social.unlinkTitle', { provider: name })}
      intro={t('web.account.social.unlinkText', { provider: name })}
      submitLabel={t('web.account.social.unlink')}
      isPending={unlink.isPending}
      error={form.generalProblem(unlink.error)}
      onSubmit={form.handleSubmit((body) =>
        unlink.mutateAsync(body, { onSuccess: onUnlinked, onError: form.showServerIssues }),
      )}
      onClose={onClose}
    >
      <Confirmation field={form.field('password')} error={unlink.error} autoFocus />
    </FormDialog>
  );
}
