import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck as circleCheckIcon, TriangleAlert as triangleAlertIcon } from 'lucide';
import { Link } from 'react-router';
import { isProblemOfVisitors } from '#sdk/contract/formats/public-address.js';
import { isStorageLow, type Overview } from '#sdk/contract/statistics.js';
import { adminConfigPath, paths } from '../../app/paths.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { storageId } from './storage.ts';
import { tileStyle, wideOnPhones } from './tile-style.ts';

interface Problem {
  text: string;
  /** Where something can be done about it */
  path: string;
}

/** One state for all that can go wrong, and each problem with the way to its page. */
export function HealthTile({ overview }: { overview: Overview }) {
  const { t } = useTranslator();
  const address = useAddress();
  const problems = useProblems(overview, address);
  const isWell = problems.length === 0;
  const { waiting } = overview.mails;
  const format = useFormat();
  const lastBackup = overview.backup?.lastSuccessAt;
  return (
    <Box
      component="section"
      aria-label={t('web.admin.overview.health')}
      sx={[tileStyle, wideOnPhones, !isWell && { borderColor: 'warning.line' }]}
    >
      <Box sx={{ color: 'text.secondary', fontWeight: 520 }}>{t('web.admin.overview.health')}</Box>
      <Box sx={[stateStyle, { color: isWell ? 'success.main' : 'warning.main' }]}>
        <Icon icon={isWell ? circleCheckIcon : triangleAlertIcon} size={22} />
        {isWell
          ? t('web.admin.overview.allGood')
          : t('web.admin.overview.problems', { count: problems.length })}
      </Box>
      {lastBackup && (
        <Box sx={{ typography: 'body2', color: 'text.caption' }}>
          {t('web.admin.overview.backedUp', { time: format.relative(lastBackup) })}
        </Box>
      )}
      {isWell && (
        <Box sx={{ typography: 'body2', color: 'text.caption' }}>
          {waiting === 0
            ? t('web.admin.overview.checked')
            : t('web.admin.overview.mailsWaiting', { count: waiting })}
        </Box>
      )}
      {address && !address.isProblem && (
        <Box sx={{ typography: 'body2', color: 'text.caption' }}>{address.text}</Box>
      )}
      {!isWell && (
        <Box component="ul" sx={listStyle}>
          {problems.map(({ text, path }) => (
            <li key={text}>
              <Link to={path}>{text}</Link>
            </li>
          ))}
        </Box>
      )}
    </Box>
  );
}

/** The most urgent first. */
function useProblems(overview: Overview, address: AddressFinding | null): Problem[] {
  const { t } = useTranslator();
  const { mails, jobs, damagedFiles, isDatabaseFull } = overview;
  const failure = overview.backup?.failure ?? null;
  const { found: infected = 0, hasFailed: isScannerAway = false } = overview.malware ?? {};
  // The jobs of the backup and of the scan are among them, and have texts of their own.
  const known = (failure === null ? 0 : 1) + (isScannerAway ? 1 : 0);
  const troubledJobs = Math.max(0, jobs.failed + jobs.held - known);
  const found: (Problem | false)[] = [
    isDatabaseFull && { text: t('web.admin.overview.databaseIsFull'), path: `#${storageId}` },
    !isDatabaseFull &&
      isStorageLow(overview) && { text: t('web.admin.overview.storageIsLow'), path: `#${storageId}` },
    address?.isProblem === true && { text: address.text, path: adminConfigPath('general') },
    damagedFiles > 0 && {
      text: t('web.admin.overview.damaged', { count: damagedFiles }),
      path: paths.adminJobs,
    },
    infected > 0 && {
      text: t('web.admin.overview.malware', { count: infected }),
      path: paths.adminMalware,
    },
    isScannerAway && { text: t('web.admin.overview.scannerFailed'), path: adminConfigPath('malware') },
    failure !== null && {
      text: t('web.admin.overview.backupFailed', { reason: failure }),
      path: adminConfigPath('backup'),
    },
    troubledJobs > 0 && {
      text: t('web.admin.overview.jobsTroubled', { count: troubledJobs }),
      path: paths.adminJobs,
    },
    mails.failed > 0 && {
      text: t('web.admin.overview.mailsFailed', { count: mails.failed }),
      path: `${paths.adminMails}?state=failed`,
    },
  ];
  return found.filter((problem) => problem !== false);
}

interface AddressFinding {
  text: string;
  /** False: the server gets no connection itself, or asks for none, which says nothing about visitors. */
  isProblem: boolean;
}

/** What keeps visitors from the public address, and what to do about it. */
function useAddress(): AddressFinding | null {
  const { t } = useTranslator();
  const format = useFormat();
  const { data } = useQuery({
    queryKey: ['publicAddress'],
    queryFn: () => client.system.publicAddress(),
    staleTime: 0,
  });
  if (!data) return null;
  if (!data.isChecked)
    return { text: t('web.admin.overview.addressNotAsked', { url: data.url }), isProblem: false };
  if (data.problem === null) return null;
  const { url, problem, reason, status, expiresAt } = data;
  const params = {
    url,
    host: new URL(url).hostname,
    reason: reason === null ? '' : t(`web.admin.overview.addressReasons.${reason}`),
    status: status ?? '',
    date: expiresAt === null ? '' : format.date(expiresAt),
  };
  return {
    text: t(`web.admin.overview.address.${problem}`, params),
    isProblem: isProblemOfVisitors(problem),
  };
}

const stateStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  minHeight: { xs: 36, sm: 44 },
  fontSize: { xs: '1.125rem', sm: '1.375rem' },
  fontWeight: 640,
  letterSpacing: '-0.014em',
} as const;

const listStyle = {
  display: 'grid',
  m: 0,
  p: 0,
  listStyle: 'none',
  typography: 'body2',
  '& a': {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: { xs: 44, md: 28 },
    color: 'text.primary',
    textUnderlineOffset: '0.2em',
  },
} as const;
