import Box from '@mui/material/Box';
import { Link } from 'react-router';
import type { DayFigures, Overview } from '#sdk/contract/statistics.js';
import { paths } from '../../app/paths.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { HealthTile } from './HealthTile.tsx';
import { type Period, sinceFirst, sumOf } from './periods.ts';
import { type Bar, Sparkbars } from './Sparkbars.tsx';
import { figureStyle, tileStyle, wideOnPhones } from './tile-style.ts';

interface Props {
  overview: Overview;
  period: Period;
}

const sparkDays = 7;

/** What happened in the period, the users, and whether all is well. */
export function StateTiles({ overview, period }: Props) {
  const { t } = useTranslator();
  const { days, users, activeUsers } = overview;
  const sum = sumOf(days.slice(-period.days));
  const lately = sinceFirst(days).slice(-sparkDays);
  const countsOf = (figure: 'shares' | 'downloads') => ({
    total: sum[figure],
    text: t('web.admin.overview.today', { count: days.at(-1)?.[figure] ?? 0 }),
    bars: lately.map((day: DayFigures) => ({ day: day.day, value: day[figure] })),
  });
  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 1.25, sm: 2 },
        gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' },
      }}
    >
      <Tile path={paths.adminShares} label={t('web.admin.nav.shares')} {...countsOf('shares')} />
      <Tile
        path={paths.adminShares}
        label={t('web.admin.overview.columnDownloads')}
        {...countsOf('downloads')}
      />
      <Tile
        path={paths.adminUsers}
        label={t('web.admin.nav.users')}
        total={users}
        text={t('web.admin.overview.activeUsers', { count: activeUsers })}
        isWideOnPhones
      />
      <HealthTile overview={overview} />
    </Box>
  );
}

interface TileProps {
  path: string;
  label: string;
  total: number;
  text: string;
  bars?: readonly Bar[];
  isWideOnPhones?: boolean;
}

function Tile({ path, label, total, text, bars = [], isWideOnPhones = false }: TileProps) {
  const format = useFormat();
  return (
    <Box component={Link} to={path} sx={[tileStyle, linkStyle, isWideOnPhones && wideOnPhones]}>
      <Box sx={{ color: 'text.secondary', fontWeight: 520 }}>{label}</Box>
      <Box sx={figureStyle}>{format.number(total)}</Box>
      <Box sx={{ typography: 'body2', color: 'text.caption' }}>{text}</Box>
      <Box sx={{ position: 'absolute', right: 20, bottom: 18 }}>
        <Sparkbars bars={bars} />
      </Box>
    </Box>
  );
}

const linkStyle = {
  color: 'text.primary',
  textDecoration: 'none',
  '&:hover': { borderColor: 'paper.lineStrong' },
} as const;
