import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { ChevronDown as chevronDownIcon, Menu as menuIcon } from 'lucide';
import { NavLink } from 'react-router';
import { useTranslator } from '../../lib/i18n.tsx';
import { useCurrentUser } from '../../lib/session.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { MenuButton } from '../../ui/navigation/MenuButton.tsx';
import type { PopupMenuItem } from '../../ui/navigation/PopupMenu.tsx';
import { layout } from '../theme.ts';
import { Brand } from './Brand.tsx';
import { UserMenu } from './UserMenu.tsx';
import { type HeaderLink, useHeaderLinks } from './use-header-links.ts';

export function Header() {
  const user = useCurrentUser();
  const links = useHeaderLinks();
  const inMenu = links.filter(({ isInMenu }) => isInMenu);
  const { t } = useTranslator();

  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        height: layout.headerHeight,
        flex: 'none',
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'background.default',
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          height: '100%',
          maxWidth: layout.contentWidth + 48,
          mx: 'auto',
          px: { xs: 2, sm: 3 },
        }}
      >
        <Brand />
        <Box
          component="nav"
          aria-label={t('web.nav.main')}
          sx={{ display: 'flex', alignItems: 'center', gap: 0.5, ml: 'auto' }}
        >
          <Box sx={{ display: { xs: 'none', sm: 'flex' }, gap: 0.5 }}>
            {links
              .filter(({ isInMenu }) => !isInMenu)
              .map((link) => (
                <Button key={link.path} component={NavLink} to={link.path} end variant="text" sx={linkStyle}>
                  {link.label}
                </Button>
              ))}
            {inMenu.length > 0 && (
              <MenuButton isText label={t('web.nav.shares')} items={inMenu.map(toItem)}>
                <Icon icon={chevronDownIcon} size={20} />
              </MenuButton>
            )}
          </Box>
          {user && <UserMenu user={user} />}
          <Box sx={{ display: { xs: 'block', sm: 'none' } }}>
            <BurgerMenu links={links} />
          </Box>
        </Box>
      </Box>
    </Box>
  );
}

const linkStyle = {
  px: 1.75,
  color: 'text.secondary',
  '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
  '&.active': { color: 'text.primary' },
} as const;

/** The header's links on a small screen. */
function BurgerMenu({ links }: { links: readonly HeaderLink[] }) {
  const { t } = useTranslator();
  if (links.length === 0) return null;
  return (
    <MenuButton label={t('web.nav.menu')} items={links.map(toItem)}>
      <Icon icon={menuIcon} />
    </MenuButton>
  );
}

function toItem({ path, label }: HeaderLink): PopupMenuItem {
  return { key: path, path, label };
}
