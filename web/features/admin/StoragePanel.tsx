import Box from '@mui/material/Box';
import { TriangleAlert as triangleAlertIcon } from 'lucide';
import { type DayFigures, isStorageLow, type Overview } from '#sdk/contract/statistics.js';
import { tabularNumbers } from '../../app/theme.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { lazyPart } from '../../lib/loading/lazy-part.tsx';
import { PartBoundary } from '../../ui/feedback/PartBoundary.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { OverviewCard } from './OverviewCard.tsx';
import { type Period, sinceFirst, sumBySteps } from './periods.ts';
import { storageId, storageParts } from './storage.ts';
import { figureStyle } from './tile-style.ts';

// The drawing library is larger than the rest of the page.
const DayLine = lazyPart(async () => (await import('./DayLine.tsx')).DayLine);

interface Props {
  overview: Overview;
  period: Period;
}

/** The storage that is used, by what, and how much is free. */
export function StoragePanel({ overview, period }: Props) {
  const { t } = useTranslator();
  const format = useFormat();
  const days = sinceFirst(overview.days.slice(-period.days));
  const parts = storageParts(overview);
  const isLow = isStorageLow(overview);
  return (
    <OverviewCard
      id={storageId}
      title={t('web.admin.overview.storage')}
      aside={
        <span style={tabularNumbers}>
          {overview.availableBytes === null
            ? t('web.admin.overview.noLimit')
            : t('web.admin.overview.available', { size: format.bytes(overview.availableBytes) })}
        </span>
      }
    >
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <Box sx={[figureStyle, { fontSize: { xs: '2.25rem', sm: '2.75rem' }, lineHeight: 1.15 }]}>
          {format.bytes(overview.storedBytes)}
        </Box>
        {parts && (
          <Box aria-hidden sx={meterStyle}>
            <Box
              style={{ width: `${parts.stored * 100}%` }}
              sx={{ bgcolor: isLow ? 'warning.line' : 'primary.main' }}
            />
            <Box style={{ width: `${parts.reserved * 100}%` }} sx={{ bgcolor: 'paper.lineStrong' }} />
          </Box>
        )}
        <Box sx={factsStyle}>
          <div>{useContents(overview)}</div>
          {overview.reservedBytes > 0 && (
            <div>{t('web.admin.overview.reserved', { size: format.bytes(overview.reservedBytes) })}</div>
          )}
          <Growth days={days} />
        </Box>
        <StoredLine days={days} step={period.step} />
        {(overview.isDatabaseFull || isLow) && (
          <Box sx={lowStyle}>
            <Icon icon={triangleAlertIcon} size={20} sx={{ color: 'warning.main' }} />
            <span>
              {overview.isDatabaseFull ? t('web.admin.overview.databaseFull') : t('web.admin.overview.low')}
            </span>
          </Box>
        )}
      </Box>
    </OverviewCard>
  );
}

/** What is stored, in one line. */
function useContents({ files, shares, drafts, reverseShares }: Overview): string {
  const { t } = useTranslator();
  return [
    t('web.admin.overview.files', { count: files }),
    t('web.admin.overview.openShares', { count: shares }),
    ...(drafts > 0 ? [t('web.admin.overview.drafts', { count: drafts })] : []),
    ...(reverseShares > 0 ? [t('web.admin.overview.reverseShares', { count: reverseShares })] : []),
  ].join(' · ');
}

/** The storage of each day; nothing while there is only one. Screen readers skip it: the table has every number. */
function StoredLine({ days, step }: { days: readonly DayFigures[]; step: number }) {
  const { t } = useTranslator();
  const figures = sumBySteps(days, step);
  if (figures.filter(({ storedBytes }) => storedBytes !== null).length < 2) return null;
  return (
    <Box aria-hidden sx={{ minHeight: 128 }}>
      <PartBoundary fallback={null}>
        <DayLine
          days={figures.map(({ day }) => day)}
          step={step}
          label={t('web.admin.overview.columnStored')}
          color="var(--fs-palette-primary-main)"
          values={figures.map(({ storedBytes }) => storedBytes)}
        />
      </PartBoundary>
    </Box>
  );
}

/** How much more or less is stored than on the first measured day; nothing while that is today. */
function Growth({ days }: { days: readonly DayFigures[] }) {
  const { t } = useTranslator();
  const format = useFormat();
  const measured = days.flatMap(({ day, storedBytes }) =>
    storedBytes === null ? [] : [{ day, storedBytes }],
  );
  const [first] = measured;
  const last = measured.at(-1);
  if (!first || !last || first === last) return null;
  const difference = last.storedBytes - first.storedBytes;
  const way = difference === 0 ? 'same' : difference > 0 ? 'more' : 'less';
  return (
    <div>
      {t(`web.admin.overview.growth.${way}`, {
        size: format.bytes(Math.abs(difference)),
        day: format.day(first.day),
      })}
    </div>
  );
}

const meterStyle = {
  display: 'flex',
  gap: '2px',
  height: 14,
  overflow: 'hidden',
  borderRadius: '7px',
  bgcolor: 'paper.well',
} as const;

const factsStyle = {
  ...tabularNumbers,
  display: 'grid',
  gap: 0.25,
  typography: 'body2',
  color: 'text.caption',
} as const;

const lowStyle = {
  display: 'flex',
  gap: 1.25,
  px: 2,
  py: 1.5,
  borderRadius: 1.2,
  bgcolor: 'warning.light',
  typography: 'body2',
} as const;
