import Box from '@mui/material/Box';
import type { MouseEvent } from 'react';
import { useTranslator } from '../../../lib/i18n.tsx';

interface Props {
  name: string;
  isSelected: boolean;
  /** With Shift, all from the one that was changed before */
  onToggle(isRange: boolean): void;
}

/** Covers its whole row or tile, so that a click anywhere toggles it. */
export function SelectCheckbox({ name, isSelected, onToggle }: Props) {
  const { t } = useTranslator();
  return (
    <Box component="label" onMouseDown={keepText} sx={labelStyle}>
      <input
        type="checkbox"
        aria-label={t('web.share.select', { name })}
        checked={isSelected}
        onChange={({ nativeEvent }) => onToggle('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
      />
    </Box>
  );
}

/** A click with Shift would also mark the texts between. */
function keepText(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault();
}

const labelStyle = {
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: 38,
  height: 38,
  cursor: 'pointer',
  '&::before': { content: '""', position: 'absolute', inset: 0 },
  '& input': {
    position: 'relative',
    width: 24,
    height: 24,
    m: 0,
    accentColor: 'var(--fs-palette-primary-main)',
  },
} as const;
