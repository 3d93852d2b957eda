import Box from '@mui/material/Box';
import { Clock as clockIcon } from 'lucide';
import { useState } from 'react';
import { useFormat, useTranslator } from '../../../lib/i18n.tsx';
import { timeLeft } from '../../../lib/time-left.ts';
import { Icon } from '../../../ui/icons/Icon.tsx';
import { visuallyHidden } from '../../../ui/layout/visually-hidden.ts';

/** How long the share can still be opened, in words; the full date for those who ask. */
export function ExpiryChip({ expiresAt }: { expiresAt: Date | string | null }) {
  const { t } = useTranslator();
  const { dateTime } = useFormat();
  if (expiresAt === null) {
    return (
      <Box sx={chipStyle}>
        <Icon icon={clockIcon} size={16} />
        {t('web.share.expiresNever')}
      </Box>
    );
  }
  const left = timeLeft(new Date(expiresAt), new Date());
  const date = t('web.share.expiryDate', { date: dateTime(expiresAt) });
  return (
    <DatedChip
      text={left ? t(`web.share.left.${left.unit}`, { count: left.count }) : t('web.share.expired')}
      date={date}
      isUrgent={left === null || left.isShort}
    />
  );
}

/** Says how long there is; pressed, it says the date, which its name has as well. */
function DatedChip({ text, date, isUrgent }: { text: string; date: string; isUrgent: boolean }) {
  const [isDate, setIsDate] = useState(false);
  return (
    <Box
      component="button"
      type="button"
      title={date}
      onClick={() => setIsDate(!isDate)}
      sx={[chipStyle, buttonStyle, isUrgent && urgentStyle]}
    >
      <Icon icon={clockIcon} size={16} />
      {isDate ? date : text}
      <Box component="span" sx={visuallyHidden}>
        {`, ${isDate ? text : date}`}
      </Box>
    </Box>
  );
}

const chipStyle = {
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 1,
  minHeight: 32,
  px: 1.5,
  border: 1,
  borderColor: 'paper.edge',
  borderRadius: '999px',
  bgcolor: 'color-mix(in oklab, var(--fs-palette-background-paper) 70%, transparent)',
  color: 'text.secondary',
  fontSize: '0.875rem',
  fontWeight: 560,
  whiteSpace: 'nowrap',
} as const;

/** Fingers reach beyond its edge. */
const buttonStyle = {
  font: 'inherit',
  fontSize: '0.875rem',
  fontWeight: 560,
  cursor: 'pointer',
  '&::before': { content: '""', position: 'absolute', inset: '-7px 0' },
} as const;

const urgentStyle = { borderColor: 'transparent', bgcolor: 'warning.light', color: 'warning.main' } as const;
