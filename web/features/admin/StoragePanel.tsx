import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { TriangleAlert as triangleAlertIcon } from 'lucide';
import type { Overview } from '#sdk/contract/statistics.js';
import { tabularNumbers } from '../../app/theme.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { figureStyle } from './StateTiles.tsx';

/** The storage that is used, and how much is free. */
export function StoragePanel({ overview }: { overview: Overview }) {
  const { t } = useTranslator();
  const format = useFormat();
  const parts = storageParts(overview);
  return (
    <Panel>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <Typography variant="h3" component="h2">
          {t('web.admin.overview.storage')}
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5 }}>
          <Box component="span" sx={figureStyle}>
            {format.bytes(overview.storedBytes)}
          </Box>
          <Box component="span" sx={{ ...tabularNumbers, color: 'text.secondary' }}>
            {t('web.admin.overview.available', { size: format.bytes(overview.availableBytes) })}
          </Box>
        </Box>
        <Box aria-hidden sx={meterStyle}>
          <Box style={{ width: `${parts.stored * 100}%` }} sx={{ bgcolor: 'primary.main' }} />
          <Box style={{ width: `${parts.reserved * 100}%` }} sx={{ bgcolor: 'paper.lineStrong' }} />
        </Box>
        {overview.reservedBytes > 0 && (
          <Box sx={{ ...tabularNumbers, typography: 'body2', color: 'text.secondary' }}>
            {t('web.admin.overview.reserved', { size: format.bytes(overview.reservedBytes) })}
          </Box>
        )}
        {(overview.isDatabaseFull || parts.isLow) && (
          <Box sx={lowStyle}>
            <Icon icon={triangleAlertIcon} size={20} sx={{ color: 'warning.main' }} />
            <span>
              {overview.isDatabaseFull ? t('web.admin.overview.databaseFull') : t('web.admin.overview.low')}
            </span>
          </Box>
        )}
      </Box>
    </Panel>
  );
}

const meterStyle = {
  display: 'flex',
  gap: '2px',
  height: 10,
  overflow: 'hidden',
  borderRadius: 0.5,
  bgcolor: 'paper.sunken',
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

/** Below this part of the whole, or below this many bytes, storage is running low. */
const lowRatio = 0.1;
const lowBytes = 1_000_000_000;

interface StorageParts {
  /** Parts of one, of all that is stored here or could be. */
  stored: number;
  reserved: number;
  isLow: boolean;
}

function storageParts({ storedBytes, reservedBytes, availableBytes }: Overview): StorageParts {
  const whole = storedBytes + reservedBytes + availableBytes;
  const partOf = (bytes: number) => (whole === 0 ? 0 : bytes / whole);
  return {
    stored: partOf(storedBytes),
    reserved: partOf(reservedBytes),
    isLow: availableBytes < Math.max(whole * lowRatio, lowBytes),
  };
}
