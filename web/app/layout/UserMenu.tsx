import Box from '@mui/material/Box';
import { LogOut as logOutIcon, Settings as settingsIcon, User as userIcon } from 'lucide';
import type { User } from '#sdk/browser.js';
import { useConfig } from '../../lib/config.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { signOut } from '../../lib/session.tsx';
import { Avatar } from '../../ui/layout/Avatar.tsx';
import { MenuButton } from '../../ui/navigation/MenuButton.tsx';
import { paths } from '../paths.ts';

export function UserMenu({ user }: { user: User }) {
  const { t } = useTranslator();
  const { notifyError } = useNotifier();
  const config = useConfig();
  // Otherwise the proxy would sign in again with the next page.
  const afterSignOut = (config('proxy.enabled') && config('proxy.signOutUrl')) || '/';
  return (
    <MenuButton
      label={t('web.nav.userMenu', { name: user.username })}
      intro={<WhoIsSignedIn user={user} />}
      items={[
        {
          key: 'account',
          path: paths.account,
          icon: userIcon,
          label: t('web.nav.account'),
        },
        ...(user.isAdmin
          ? [
              {
                key: 'admin',
                path: paths.admin,
                icon: settingsIcon,
                label: t('web.nav.admin'),
              },
            ]
          : []),
        {
          key: 'signOut',
          icon: logOutIcon,
          label: t('web.nav.signOut'),
          onSelect: () => void signOut(afterSignOut).catch(notifyError),
        },
      ]}
    >
      <Avatar name={user.displayName ?? user.username} />
    </MenuButton>
  );
}

function WhoIsSignedIn({ user }: { user: User }) {
  return (
    <Box
      role="presentation"
      sx={{ px: 1.5, pt: 1, pb: 1.25, mb: 0.75, borderBottom: 1, borderColor: 'divider' }}
    >
      <Box sx={{ fontWeight: 600 }}>{user.displayName ?? user.username}</Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{user.email}</Box>
    </Box>
  );
}
