import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import { useTranslator } from '../../lib/i18n.tsx';
import { type LegalSubject, useLegalContent } from '../../lib/legal.ts';
import { paths } from '../paths.ts';
import { layout } from '../theme.ts';

const links = [
  { subject: 'imprint', path: paths.imprint, label: 'web.legal.imprint' },
  { subject: 'privacy', path: paths.privacy, label: 'web.legal.privacy' },
] as const satisfies readonly { subject: LegalSubject; path: string; label: string }[];

/** The ways to the legal pages, as far as the instance has them. */
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
      {shown.map(({ subject, path, label, content }) =>
        content.kind === 'address' ? (
          <Link key={subject} href={content.url} sx={linkStyle}>
            {t(label)}
          </Link>
        ) : (
          <Link key={subject} component={RouterLink} to={path} sx={linkStyle}>
            {t(label)}
          </Link>
        ),
      )}
    </Box>
  );
}

const linkStyle = {
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: layout.touchTarget,
  color: 'text.secondary',
  fontSize: '0.875rem',
  '&:hover': { color: 'text.primary' },
} as const;
