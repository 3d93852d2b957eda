import Box from '@mui/material/Box';
import { TriangleAlert as triangleAlertIcon } from 'lucide';
import { Link } from 'react-router';
import type { Overview } from '#sdk/contract/statistics.js';
import { paths } from '../../app/paths.ts';
import { tabularNumbers } from '../../app/theme.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';

/** The numbers and problems of the instance, with links to their pages. */
export function StateTiles({ overview }: { overview: Overview }) {
  const { t } = useTranslator();
  const format = useFormat();
  const { shares, drafts, reverseShares, files, users, mails, jobs } = overview;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' } }}>
      <Tile
        path={paths.adminShares}
        label={t('web.admin.nav.shares')}
        figure={format.number(shares)}
        text={[
          t('web.admin.overview.files', { count: files }),
          ...(reverseShares > 0 ? [t('web.admin.overview.reverseShares', { count: reverseShares })] : []),
          ...(drafts > 0 ? [t('web.admin.overview.drafts', { count: drafts })] : []),
        ].join(' · ')}
      />
      <Tile path={paths.adminUsers} label={t('web.admin.nav.users')} figure={format.number(users)} />
      <MailTile {...mails} />
      <JobTile {...jobs} />
    </Box>
  );
}

function MailTile({ waiting, failed }: Overview['mails']) {
  const { t } = useTranslator();
  const format = useFormat();
  const label = t('web.admin.nav.mails');
  if (failed > 0) {
    return (
      <Tile
        path={`${paths.adminMails}?state=failed`}
        label={label}
        figure={format.number(failed)}
        warning={t('web.admin.overview.mailsFailed', { count: failed })}
      />
    );
  }
  const text =
    waiting === 0
      ? t('web.admin.overview.mailsCalm')
      : t('web.admin.overview.mailsWaiting', { count: waiting });
  return <Tile path={paths.adminMails} label={label} figure={format.number(waiting)} text={text} />;
}

function JobTile({ failed, held }: Overview['jobs']) {
  const { t } = useTranslator();
  const format = useFormat();
  const troubled = failed + held;
  return (
    <Tile
      path={paths.adminJobs}
      label={t('web.admin.nav.jobs')}
      figure={format.number(troubled)}
      {...(troubled > 0
        ? { warning: t('web.admin.overview.jobsTroubled', { count: troubled }) }
        : { text: t('web.admin.overview.jobsCalm') })}
    />
  );
}

interface TileProps {
  path: string;
  label: string;
  figure: string;
  text?: string;
  /** A text about a problem that needs attention, shown in place of `text` */
  warning?: string;
}

function Tile({ path, label, figure, text, warning }: TileProps) {
  return (
    <Box component={Link} to={path} sx={tileStyle}>
      <Box sx={{ color: 'text.secondary', fontWeight: 520, fontSize: '0.9375rem' }}>{label}</Box>
      <Box sx={figureStyle}>{figure}</Box>
      {text !== undefined && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{text}</Box>}
      {warning !== undefined && (
        <Box sx={warningStyle}>
          <Icon icon={triangleAlertIcon} size={20} />
          <span>{warning}</span>
        </Box>
      )}
    </Box>
  );
}

export const figureStyle = {
  ...tabularNumbers,
  fontSize: { xs: '1.625rem', sm: '2rem' },
  fontWeight: 650,
  lineHeight: 1.2,
  letterSpacing: '-0.024em',
} as const;

const tileStyle = {
  display: 'grid',
  alignContent: 'start',
  gap: 0.75,
  p: { xs: 2, sm: 2.5 },
  color: 'text.primary',
  textDecoration: 'none',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.8,
  bgcolor: 'background.paper',
  '&:hover': { borderColor: 'paper.lineStrong' },
} as const;

const warningStyle = {
  display: 'flex',
  gap: 0.75,
  typography: 'body2',
  fontWeight: 550,
  color: 'warning.main',
} as const;
