import {
  mdiDeleteOutline,
  mdiDotsHorizontal,
  mdiEmailOutline,
  mdiLogoutVariant,
  mdiPencilOutline,
  mdiShieldOffOutline,
} from '@mdi/js';
import Box from '@mui/material/Box';
import type { ManagedUser } from '#sdk/contract/users.js';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { useCurrentUser } from '../../lib/session.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { MenuButton } from '../../ui/MenuButton.tsx';
import type { UserAction } from './use-users.ts';
import { isInvited } from './user-status.ts';

interface Props {
  user: ManagedUser;
  onAsk(what: UserAction | 'edit'): void;
}

interface Choice {
  what: UserAction | 'edit';
  icon: string;
  label: MessageKey;
  /** Not for oneself: the account page asks for the password first */
  isForOthers?: boolean;
  /** Whom it is for; everybody unless told */
  fits?: (user: ManagedUser) => boolean;
}

const choices: readonly Choice[] = [
  { what: 'edit', icon: mdiPencilOutline, label: 'web.admin.users.edit' },
  {
    what: 'invite',
    icon: mdiEmailOutline,
    label: 'web.admin.users.invite',
    fits: (user) => isInvited(user) && !user.isDisabled,
  },
  { what: 'endSessions', icon: mdiLogoutVariant, label: 'web.admin.users.endSessions' },
  {
    what: 'removeTotp',
    icon: mdiShieldOffOutline,
    label: 'web.admin.users.removeTotp',
    isForOthers: true,
    fits: ({ totpEnabled }) => totpEnabled,
  },
  { what: 'remove', icon: mdiDeleteOutline, label: 'web.admin.users.remove', isForOthers: true },
];

/** What can be done with a user. */
export function UserMenu({ user, onAsk }: Props) {
  const { t } = useTranslator();
  const isSelf = useCurrentUser()?.id === user.id;
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
      <MenuButton
        label={t('web.admin.users.menu', { name: user.username })}
        items={choices
          .filter(({ fits, isForOthers }) => !(isForOthers && isSelf) && (fits?.(user) ?? true))
          .map(({ what, icon, label }) => ({
            key: what,
            label: (
              <>
                <Icon path={icon} size={20} />
                {t(label)}
              </>
            ),
            onSelect: () => onAsk(what),
          }))}
      >
        <Icon path={mdiDotsHorizontal} />
      </MenuButton>
    </Box>
  );
}
