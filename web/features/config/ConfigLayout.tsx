import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { configCategories } from '#sdk/contract/config.js';
import { Brand } from '../../app/layout/Brand.tsx';
import { SkipLink } from '../../app/layout/SkipLink.tsx';
import { adminConfigPath, paths } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { BackLink } from '../../ui/navigation/BackLink.tsx';
import { TabLinks } from '../../ui/navigation/TabLinks.tsx';
import { categoryTitle } from './config-texts.ts';

/** The full width of the window: the categories are beside the settings, and above them on a phone. */
export function ConfigLayout({ title, children }: { title: string; children: ReactNode }) {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    if (pathname === '') return;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <Box sx={frameStyle}>
      <SkipLink />
      <Sidebar />
      <Box component="main" id="content" ref={main} tabIndex={-1} sx={mainStyle}>
        <Typography variant="h1" sx={{ mb: { xs: 3, md: 4 } }}>
          {title}
        </Typography>
        {children}
      </Box>
    </Box>
  );
}

function Sidebar() {
  const translator = useTranslator();
  const { t } = translator;
  return (
    <Box sx={columnStyle}>
      <Box component="header" sx={sidebarStyle}>
        <Brand />
        <BackLink path={paths.admin} label={t('web.admin.title')} sx={{ mt: { md: 1 } }} />
        <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
          <TabLinks
            isColumn
            label={t('web.admin.config.title')}
            links={configCategories.map((category) => ({
              path: adminConfigPath(category),
              text: categoryTitle(translator, category),
            }))}
          />
        </Box>
      </Box>
    </Box>
  );
}

const frameStyle = {
  flex: 1,
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '264px minmax(0, 1fr)' },
  gridTemplateRows: { xs: 'auto 1fr', md: '1fr' },
} as const;

/** The column is as high as the page; its content stays visible. */
const columnStyle = {
  borderStyle: 'solid',
  borderColor: 'divider',
  borderWidth: { xs: '0 0 1px', md: '0 1px 0 0' },
  bgcolor: 'background.paper',
} as const;

const sidebarStyle = {
  position: { md: 'sticky' },
  top: 0,
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: 'minmax(0, 1fr)' },
  alignContent: 'start',
  alignItems: 'center',
  gap: { xs: 0.5, md: 1 },
  height: { md: '100dvh' },
  overflowY: { md: 'auto' },
  px: { xs: 2, sm: 3, md: 3.5 },
  py: { xs: 1, md: 2 },
} as const;

const mainStyle = {
  display: 'flex',
  flexDirection: 'column',
  width: '100%',
  maxWidth: 808,
  px: { xs: 2, sm: 3, md: 6 },
  pt: { xs: 3, md: 5 },
  outline: 'none',
  '&:focus-visible': { outline: 'none' },
} as const;
