import Box from '@mui/material/Box';
import { ChevronDown as chevronDownIcon } from 'lucide';
import { matchPath, NavLink, useLocation } from 'react-router';
import { layout } from '../../app/theme.ts';
import { Icon } from '../icons/Icon.tsx';
import { MenuButton } from './MenuButton.tsx';

interface Props {
  /** For screen readers */
  label: string;
  links: readonly { path: string; text: string }[];
  /** On wide screens they stand below each other. */
  isColumn?: boolean;
}

/** Links to the parts of a page; the current one is marked. Where a row is too narrow, a menu named after the current one. */
export function TabLinks({ label, links, isColumn = false }: Props) {
  const { pathname } = useLocation();
  const current = links.find(({ path }) => matchPath(path, pathname));
  return (
    <nav aria-label={label}>
      <Box sx={menuStyle}>
        <MenuButton
          isText
          isCurrent={current !== undefined}
          label={current?.text ?? label}
          items={links.map(({ path, text }) => ({ key: path, path, label: text }))}
        >
          <Icon icon={chevronDownIcon} size={20} />
        </MenuButton>
      </Box>
      <Box sx={[rowStyle, isColumn && columnStyle]}>
        {links.map(({ path, text }) => (
          <Box key={path} component={NavLink} to={path} end sx={[linkStyle, isColumn && columnLinkStyle]}>
            {text}
          </Box>
        ))}
      </Box>
    </nav>
  );
}

/** Looks like the lists of our forms. */
const menuStyle = {
  display: { md: 'none' },
  '& > button': {
    width: '100%',
    minHeight: 46,
    justifyContent: 'space-between',
    border: 1,
    borderColor: 'paper.lineStrong',
    bgcolor: 'paper.raised',
    color: 'text.primary',
    fontSize: '0.9375rem',
  },
} as const;

const rowStyle = {
  display: { xs: 'none', md: 'flex' },
  flexWrap: 'wrap',
  gap: 0.25,
  mx: -1.5,
} as const;

const columnStyle = { flexDirection: 'column', flexWrap: 'nowrap', mx: -1.75 } as const;

const linkStyle = {
  display: 'flex',
  alignItems: 'center',
  minHeight: layout.touchTarget,
  px: 1.5,
  borderRadius: 1,
  color: 'text.secondary',
  fontWeight: 560,
  fontSize: '0.875rem',
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  '&:hover': { color: 'text.primary' },
  '&.active': {
    color: 'text.primary',
    background:
      'linear-gradient(var(--fs-palette-primary-main) 0 0) 12px 100% / calc(100% - 24px) 2px no-repeat',
  },
} as const;

const columnLinkStyle = {
  px: 1.75,
  '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
  '&.active': { color: 'text.primary', background: 'var(--fs-palette-action-hover)' },
} as const;
