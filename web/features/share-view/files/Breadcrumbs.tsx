import Box from '@mui/material/Box';
import { Link } from 'react-router';
import { layout } from '../../../app/theme.ts';
import { useTranslator } from '../../../lib/i18n.tsx';
import { breadcrumbsOf } from './file-tree.ts';
import { folderAddress } from './preview-address.ts';

interface Props {
  /** Where the list begins */
  start: string;
  /** The folder that is shown */
  path: string;
}

/** The way from where the list begins to the folder that is shown. */
export function Breadcrumbs({ start, path }: Props) {
  const { t } = useTranslator();
  const below = breadcrumbsOf(path).slice(breadcrumbsOf(start).length);
  const crumbs = [{ name: t('web.share.allFiles'), path: start }, ...below];
  return (
    <Box component="nav" aria-label={t('web.share.breadcrumbs')}>
      <Box component="ol" sx={{ display: 'flex', flexWrap: 'wrap', m: 0, p: 0, listStyle: 'none' }}>
        {crumbs.map((crumb, index) => {
          const isCurrent = index === crumbs.length - 1;
          return (
            <Box
              component="li"
              key={crumb.path}
              sx={{
                display: 'flex',
                alignItems: 'center',
                minWidth: 0,
                '&:not(:first-of-type)::before': { content: '"/"', mx: 1, color: 'text.disabled' },
              }}
            >
              <Box
                component={Link}
                to={folderAddress(crumb.path)}
                aria-current={isCurrent ? 'page' : undefined}
                sx={{
                  display: 'inline-flex',
                  alignItems: 'center',
                  minHeight: layout.touchTarget,
                  overflowWrap: 'anywhere',
                  color: isCurrent ? 'text.primary' : 'text.secondary',
                  fontSize: '1.125rem',
                  fontWeight: isCurrent ? 640 : 450,
                  textDecoration: 'none',
                  '&:hover': { textDecoration: 'underline', textUnderlineOffset: '0.2em' },
                }}
              >
                {crumb.name}
              </Box>
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}
