import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useColorScheme } from '@mui/material/styles';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { useLanguage, useTranslator } from '../../lib/i18n.tsx';
import { type LegalSubject, useLegalContent } from '../../lib/legal.ts';
import { languageChoiceOf } from '../../lib/preferences.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { colorSchemes } from '../color-schemes.ts';
import { LanguageOptions } from '../LanguageOptions.tsx';
import { paths } from '../paths.ts';
import { layout } from '../theme.ts';
import { Header } from './Header.tsx';
import { SkipLink } from './SkipLink.tsx';

/** Header, centered content and footer around the current page, or around the children that are given. */
export function AppShell({ children = <Outlet /> }: { children?: ReactNode }) {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(pathname);
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    window.scrollTo(0, 0);
    // The keyboard and screen readers start at the new page, not at the link that was clicked.
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
          maxWidth: layout.contentWidth + 96,
          mx: 'auto',
          px: layout.gutter,
          pt: { xs: 2.75, sm: 4.5 },
          pb: { xs: 3, sm: 5 },
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

function Footer() {
  return (
    <Box
      component="footer"
      sx={{
        mt: 'auto',
        px: layout.gutter,
        pb: 3,
        pt: 4,
        // It would move with everything that a page loads.
        'main:has([data-blank]) + &': { visibility: 'hidden' },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1,
          alignItems: 'center',
          justifyContent: 'flex-end',
          maxWidth: layout.contentWidth,
          mx: 'auto',
        }}
      >
        <LegalLinks />
        <LanguageSwitch />
        <ColorSchemeSwitch />
      </Box>
    </Box>
  );
}

/** The browser's own list: the best one on a phone, and nothing to load. */
function LanguageSwitch() {
  const { t } = useTranslator();
  const { choice, choose } = useLanguage();
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        minWidth: 0,
        color: 'text.secondary',
        fontSize: '0.875rem',
      }}
    >
      <label htmlFor="language">{t('web.nav.language')}</label>
      <Box
        component="select"
        id="language"
        value={choice}
        onChange={(event) => choose(languageChoiceOf(event.currentTarget.value))}
        sx={{
          minWidth: 0,
          minHeight: layout.touchTarget,
          px: 1.25,
          border: 0,
          borderRadius: 1,
          bgcolor: 'transparent',
          color: 'inherit',
          // With the page's font, every visitor would load it for all scripts that names of languages are written in.
          fontFamily: 'system-ui',
          fontSize: 'inherit',
          '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
        }}
      >
        <LanguageOptions />
      </Box>
    </Box>
  );
}

function ColorSchemeSwitch() {
  const { t } = useTranslator();
  const { mode, setMode } = useColorScheme();
  return (
    <Box role="group" aria-label={t('web.scheme.label')} sx={{ display: 'flex' }}>
      {colorSchemes.map((choice) => (
        <ButtonBase
          key={choice.mode}
          aria-label={t(choice.label)}
          aria-pressed={mode === choice.mode}
          title={t(choice.label)}
          onClick={() => setMode(choice.mode)}
          sx={{
            width: layout.touchTarget,
            height: layout.touchTarget,
            borderRadius: 1,
            color: 'text.secondary',
            '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
            '&[aria-pressed="true"]': { color: 'text.primary', bgcolor: 'action.hover' },
          }}
        >
          <Icon icon={choice.icon} size={20} />
        </ButtonBase>
      ))}
    </Box>
  );
}

const links = [
  { subject: 'imprint', path: paths.imprint, label: 'web.legal.imprint' },
  { subject: 'privacy', path: paths.privacy, label: 'web.legal.privacy' },
] as const satisfies readonly { subject: LegalSubject; path: string; label: string }[];

/** Links to the legal pages that the instance has. */
export function LegalLinks() {
  const { t } = useTranslator();
  const contentOf = useLegalContent();
  const shown = links.flatMap((link) => {
    const content = contentOf(link.subject);
    return content ? [{ ...link, content }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <Box
      component="nav"
      aria-label={t('web.legal.label')}
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2.5, mr: 'auto' }}
    >
      {shown.map(({ subject, path, label, content }) => (
        <Box
          key={subject}
          {...(content.kind === 'address'
            ? { component: 'a', href: content.url }
            : { component: Link, to: path })}
          sx={linkStyle}
        >
          {t(label)}
        </Box>
      ))}
    </Box>
  );
}

const linkStyle = {
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: layout.touchTarget,
  color: 'text.secondary',
  fontSize: '0.875rem',
  textUnderlineOffset: '0.2em',
  textDecorationThickness: '1px',
  '&:hover': { color: 'text.primary' },
} as const;
