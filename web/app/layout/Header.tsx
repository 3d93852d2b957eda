import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { ChevronDown as chevronDownIcon, Menu as menuIcon, Plus as plusIcon } from 'lucide';
import { useEffect } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useTranslator } from '../../lib/i18n.tsx';
import { lazyPart } from '../../lib/loading/lazy-part.tsx';
import { useCurrentUser } from '../../lib/session.tsx';
import { waitIdly } from '../../lib/wait-idly.ts';
import { PartBoundary } from '../../ui/feedback/PartBoundary.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { MenuButton, PopupMenu } from '../../ui/navigation/MenuButton.tsx';
import type { PopupMenuItem } from '../../ui/navigation/PopupMenu.tsx';
import { layout } from '../theme.ts';
import { Brand } from './Brand.tsx';
import { type HeaderLink, useHeaderLinks } from './use-header-links.ts';

const UserMenu = lazyPart(async () => (await import('./UserMenu.tsx')).UserMenu);

/** Milliseconds until what the header opens is loaded: the first view comes first. */
const menuDelay = 4000;

export function Header() {
  const user = useCurrentUser();
  const links = useHeaderLinks();
  const { pathname } = useLocation();
  const inMenu = links.filter(({ isInMenu }) => isInMenu);
  const { t } = useTranslator();
  useEffect(loadMenusLater, []);

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
        // It lies on the light behind the main thing of the page.
        'body:has([data-hero]) &': {
          position: 'relative',
          borderColor: 'transparent',
          bgcolor: 'transparent',
        },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: { xs: 0.5, sm: 1 },
          height: '100%',
          maxWidth: layout.contentWidth + 96,
          mx: 'auto',
          px: layout.gutter,
        }}
      >
        <Brand />
        <Box
          component="nav"
          aria-label={t('web.nav.main')}
          sx={{ display: 'flex', alignItems: 'center', gap: 0.25, ml: 'auto' }}
        >
          <Box sx={{ display: { xs: 'none', sm: 'flex' }, gap: 0.25 }}>
            {links
              .filter(({ isInMenu }) => !isInMenu)
              .map((link) => (
                <Button
                  key={link.path}
                  component={NavLink}
                  to={link.path}
                  end
                  variant="text"
                  startIcon={link.isNew && <Icon icon={plusIcon} size={16} />}
                  sx={linkStyle}
                >
                  {link.label}
                </Button>
              ))}
            {inMenu.length > 0 && (
              <MenuButton
                isText
                isCurrent={inMenu.some(({ path }) => path === pathname)}
                label={t('web.nav.shares')}
                items={inMenu.map(toItem)}
              >
                <Icon icon={chevronDownIcon} size={16} />
              </MenuButton>
            )}
          </Box>
          <Box sx={{ display: { xs: 'flex', sm: 'none' } }}>
            {links
              .filter(({ isNew }) => isNew)
              .map(({ path, label }) => (
                <IconButton key={path} component={NavLink} to={path} aria-label={label}>
                  <Icon icon={plusIcon} />
                </IconButton>
              ))}
          </Box>
          {user && (
            <PartBoundary fallback={userMenuPlace} failed={userMenuPlace}>
              <UserMenu user={user} />
            </PartBoundary>
          )}
          <Box sx={{ display: { xs: 'block', sm: 'none' } }}>
            <BurgerMenu links={links.filter(({ isNew }) => !isNew)} />
          </Box>
        </Box>
      </Box>
    </Box>
  );
}

/** A menu that is opened without a network has its code by then. */
function loadMenusLater(): void {
  void waitIdly(menuDelay, 500)
    .then(PopupMenu.load)
    .catch(() => undefined);
}

const userMenuPlace = <Box sx={{ width: layout.touchTarget }} />;

const linkStyle = {
  px: 1.75,
  borderRadius: 1,
  color: 'text.secondary',
  fontSize: '0.875rem',
  '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
  '&.active': { color: 'text.primary', bgcolor: 'action.hover' },
  '& .MuiButton-startIcon': { mr: 0.75 },
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
