import { mdiLogoutVariant } from '@mdi/js';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useId, useState } from 'react';
import type { User } from '#sdk/browser.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { signOut } from '../../lib/session.tsx';
import { Icon } from '../../ui/Icon.tsx';

export function UserMenu({ user }: { user: User }) {
  const { t } = useTranslator();
  const { notifyError } = useNotifier();
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);

  return (
    <>
      <IconButton
        aria-label={t('web.nav.userMenu', { name: user.username })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        {...(anchor && { 'aria-controls': id })}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ borderRadius: '50%' }}
      >
        <Avatar name={user.username} />
      </IconButton>
      <Menu
        id={id}
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        <Box
          role="presentation"
          sx={{ px: 1.5, pt: 1, pb: 1.25, mb: 0.75, borderBottom: 1, borderColor: 'divider' }}
        >
          <Box sx={{ fontWeight: 600 }}>{user.username}</Box>
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{user.email}</Box>
        </Box>
        <MenuItem onClick={() => signOut().catch(notifyError)}>
          <Icon path={mdiLogoutVariant} size={20} />
          {t('web.nav.signOut')}
        </MenuItem>
      </Menu>
    </>
  );
}

function Avatar({ name }: { name: string }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'grid',
        placeItems: 'center',
        width: 32,
        height: 32,
        borderRadius: '50%',
        bgcolor: 'text.primary',
        color: 'background.default',
        fontSize: '0.875rem',
        fontWeight: 620,
        textTransform: 'uppercase',
      }}
    >
      {[...name][0]}
    </Box>
  );
}
