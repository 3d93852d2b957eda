import Box from '@mui/material/Box';
import { type ReactNode, useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { layout } from '../theme.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { SkipLink } from './SkipLink.tsx';

/** Header, centred content, footer: around the page that the address leads to, unless told. */
export function AppShell({ children = <Outlet /> }: { children?: ReactNode }) {
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
      <SkipLink />
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
        {children}
      </Box>
      <Footer />
    </>
  );
}
