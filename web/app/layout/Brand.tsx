import Box from '@mui/material/Box';
import { NavLink } from 'react-router';
import { useConfig } from '../../lib/config.tsx';
import { paths } from '../paths.ts';
import { layout } from '../theme.ts';

/** Logo and name of the instance, with a link to the home page. */
export function Brand() {
  const config = useConfig();
  return (
    <Box
      component={NavLink}
      to={paths.home}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.25,
        minWidth: 0,
        minHeight: layout.touchTarget,
        textDecoration: 'none',
        color: 'text.primary',
        borderRadius: 1,
      }}
    >
      <Box
        component="img"
        src={config('general.logo')}
        alt="logo"
        width={28}
        height={28}
        sx={{ display: 'block', flex: 'none', borderRadius: 0.6 }}
      />
      <Box
        component="span"
        sx={{
          fontSize: '1.0625rem',
          fontWeight: 650,
          letterSpacing: '-0.02em',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
        }}
      >
        {config('general.appName')}
      </Box>
    </Box>
  );
}
