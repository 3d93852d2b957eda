import Box from '@mui/material/Box';
import {
  Ellipsis as ellipsisIcon,
  type IconNode,
  LogOut as logOutIcon,
  Mail as mailIcon,
  Pencil as pencilIcon,
  ShieldOff as shieldOffIcon,
  Trash as trashIcon,
} from 'lucide';
import type { ManagedUser } from '#sdk/contract/users.js';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { useConfig } from '../../lib/config.tsx';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { useCurrentUser } from '../../lib/session.tsx';
import { Badge } from '../../ui/feedback/Badge.tsx';
import { StateLabel } from '../../ui/feedback/StateLabel.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { Avatar } from '../../ui/layout/Avatar.tsx';
import { listScreen } from '../../ui/lists/table-style.ts';
import { MenuButton } from '../../ui/navigation/MenuButton.tsx';
import type { UserAction } from './use-users.ts';

interface Props {
  user: ManagedUser;
  onAction(action: UserAction | 'edit'): void;
}

export function UserRow({ user, onAction }: Props) {
  const { t } = useTranslator();
  const format = useFormat();
  const storage = useStorage(user);
  const isMe = useCurrentUser()?.id === user.id;
  const status = statusOf(user);
  const marks = [
    ...(user.isAdmin ? [t('web.admin.users.isAdmin')] : []),
    ...(isMe ? [t('web.admin.users.isMe')] : []),
  ];
  return (
    <tr role="row">
      <td role="cell" data-name>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.75, minWidth: 0 }}>
          <Avatar name={user.username} size={40} />
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Box sx={{ display: 'flex', alignItems: 'center', columnGap: 1, minWidth: 0 }}>
              <Box component="span" sx={nameStyle}>
                {user.username}
              </Box>
              {marks.map((mark) => (
                <span key={mark} data-wide>
                  <Badge>{mark}</Badge>
                </span>
              ))}
            </Box>
            <Box sx={emailStyle}>
              {[...marks, ...(status === statuses.active ? [] : [t(status.label)])].map((mark) => (
                <span key={mark} data-narrow>
                  {mark}
                  {' · '}
                </span>
              ))}
              {user.email}
            </Box>
            {user.providers.length > 0 && (
              <div data-wide>
                <Providers providers={user.providers} />
              </div>
            )}
          </Box>
        </Box>
      </td>
      <td role="cell">
        <StateLabel color={status.color}>{t(status.label)}</StateLabel>
      </td>
      <td role="cell">{t(user.totpEnabled ? 'web.admin.users.totpOn' : 'web.admin.users.totpOff')}</td>
      <td role="cell" data-numeric>
        {format.number(user.shares)}
      </td>
      <td role="cell" data-numeric data-end>
        <span data-wide>{storage}</span>
        <span data-narrow>{format.bytes(user.size)}</span>
      </td>
      <td role="cell" title={user.lastSignInAt === null ? undefined : format.dateTime(user.lastSignInAt)}>
        {user.lastSignInAt === null ? t('web.admin.users.neverSignedIn') : format.relative(user.lastSignInAt)}
      </td>
      <td role="cell" data-end>
        <UserMenu user={user} onAction={onAction} />
      </td>
    </tr>
  );
}

const ellipsis = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** The whole address: a phone has no pointer to ask for what is cut. */
const emailStyle = {
  ...ellipsis,
  typography: 'body2',
  color: 'text.caption',
  [listScreen]: { whiteSpace: 'normal', overflowWrap: 'anywhere' },
} as const;

const nameStyle = { ...ellipsis, fontSize: '0.9375rem', fontWeight: 560, lineHeight: '24px' } as const;

function Providers({ providers }: Pick<ManagedUser, 'providers'>) {
  const { t, locale } = useTranslator();
  const names = providers.map((provider) => t(`oauth.providers.${provider}`));
  return (
    <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
      {t('web.admin.users.linked', {
        providers: new Intl.ListFormat(locale).format(names),
      })}
    </Box>
  );
}

/** The storage that is used, and the quota if there is one. */
function useStorage(user: ManagedUser): string {
  const { t } = useTranslator();
  const format = useFormat();
  const usual = useConfig()('share.userQuota');
  const quota = user.quota ?? usual;
  const size = format.bytes(user.size);
  return quota === 0 ? size : t('web.admin.users.storageOf', { size, quota: format.bytes(quota) });
}

interface UserMenuProps {
  user: ManagedUser;
  onAction(action: UserAction | 'edit'): void;
}

interface Choice {
  action: UserAction | 'edit';
  icon: IconNode;
  label: MessageKey;
  /** Administrators cannot do this to their own account: the account page asks for the password first */
  isForOthers?: boolean;
  /** Decides which users the action is for; all, unless given */
  fits?: (user: ManagedUser) => boolean;
}

const choices: readonly Choice[] = [
  { action: 'edit', icon: pencilIcon, label: 'web.admin.users.edit' },
  {
    action: 'invite',
    icon: mailIcon,
    label: 'web.admin.users.invite',
    fits: (user) => isInvited(user) && !user.isDisabled,
  },
  { action: 'endSessions', icon: logOutIcon, label: 'web.admin.users.endSessions' },
  {
    action: 'removeTotp',
    icon: shieldOffIcon,
    label: 'web.admin.users.removeTotp',
    isForOthers: true,
    fits: ({ totpEnabled }) => totpEnabled,
  },
  { action: 'remove', icon: trashIcon, label: 'web.admin.users.remove', isForOthers: true },
];

/** The actions for a user. */
function UserMenu({ user, onAction }: UserMenuProps) {
  const { t } = useTranslator();
  const isSelf = useCurrentUser()?.id === user.id;
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
      <MenuButton
        label={t('web.admin.users.menu', { name: user.username })}
        items={choices
          .filter(({ fits, isForOthers }) => !(isForOthers && isSelf) && (fits?.(user) ?? true))
          .map(({ action, icon, label }) => ({
            key: action,
            icon,
            label: t(label),
            onSelect: () => onAction(action),
          }))}
      >
        <Icon icon={ellipsisIcon} />
      </MenuButton>
    </Box>
  );
}

/** The state of an account, in a word and a color. */
function statusOf(user: Pick<ManagedUser, 'isDisabled' | 'hasPassword' | 'providers'>) {
  if (user.isDisabled) return statuses.disabled;
  return isInvited(user) ? statuses.invited : statuses.active;
}

/** Whether the invited user has not signed in yet. */
function isInvited({ hasPassword, providers }: Pick<ManagedUser, 'hasPassword' | 'providers'>) {
  return !hasPassword && providers.length === 0;
}

const statuses = {
  active: { label: 'web.admin.users.statusActive', color: 'success.main' },
  invited: { label: 'web.admin.users.statusInvited', color: 'warning.main' },
  disabled: { label: 'web.admin.users.statusDisabled', color: 'text.disabled' },
} as const;
