import type { ManagedUser } from '#sdk/contract/users.js';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { type UserAction, useUserAction } from './use-users.ts';

interface Props {
  user: ManagedUser;
  action: UserAction;
  onClose(): void;
}

const texts: Readonly<Record<UserAction, Record<'title' | 'text' | 'confirm' | 'done', MessageKey>>> = {
  invite: {
    title: 'web.admin.users.inviteTitle',
    text: 'web.admin.users.inviteText',
    confirm: 'web.admin.users.inviteConfirm',
    done: 'web.admin.users.invited',
  },
  endSessions: {
    title: 'web.admin.users.endSessionsTitle',
    text: 'web.admin.users.endSessionsText',
    confirm: 'web.admin.users.endSessions',
    done: 'web.admin.users.sessionsEnded',
  },
  removeTotp: {
    title: 'web.admin.users.removeTotpTitle',
    text: 'web.admin.users.removeTotpText',
    confirm: 'web.admin.users.removeTotpConfirm',
    done: 'web.admin.users.totpRemoved',
  },
  remove: {
    title: 'web.admin.users.removeTitle',
    text: 'web.admin.users.removeText',
    confirm: 'web.admin.users.remove',
    done: 'web.admin.users.removed',
  },
};

/** Asks before an action on a user, naming what is lost. */
export function UserActionDialog({ user, action, onClose }: Props) {
  const { t } = useTranslator();
  const format = useFormat();
  const { notify } = useNotifier();
  const act = useUserAction();
  const { title, text, confirm, done } = texts[action];
  const params = {
    name: user.username,
    email: user.email,
    count: user.shares,
    size: format.bytes(user.size),
  };

  const handleConfirm = () =>
    act.mutateAsync(
      { action, id: user.id },
      {
        onSuccess: () => {
          onClose();
          notify(t(done, params), 'success');
        },
      },
    );

  return (
    <ConfirmDialog
      title={t(title, params)}
      text={t(text, params)}
      confirmLabel={t(confirm)}
      tone={action === 'invite' ? 'plain' : 'danger'}
      mutation={act}
      onCancel={onClose}
      onConfirm={handleConfirm}
    />
  );
}
