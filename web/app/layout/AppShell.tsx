import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useTranslator } from '../../lib/i18n.tsx';
import { layout } from '../theme.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';

/** Header, centred content, footer. */
export function AppShell() {
  const { t } = useTranslator();
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(pathname);
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    window.scrollTo(0, 0);
    // Keyboard and screen reader start at the new page, not at the link that led here.
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <>
      <Box
        component="a"
        href="#content"
        sx={{
          position: 'absolute',
          left: 8,
          top: -80,
          zIndex: 'tooltip',
          px: 2,
          py: 1.25,
          borderRadius: 1,
          bgcolor: 'primary.main',
          color: 'primary.contrastText',
          '&:focus': { top: 8 },
        }}
      >
        {t('web.nav.skip')}
      </Box>
      <Header />
      <Box
        component="main"
        id="content"
        ref={main}
        tabIndex={-1}
        sx={{
          flex: 1,
          display: 'flex',
          flexDirection: 'column',
          width: '100%',
          maxWidth: layout.contentWidth + 48,
          mx: 'auto',
          px: { xs: 2, sm: 3 },
          py: { xs: 3, sm: 5 },
          outline: 'none',
          '&:focus-visible': { outline: 'none' },
        }}
      >
        <Outlet />
      </Box>
      <Footer />
    </>
  );
}
