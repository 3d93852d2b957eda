import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import { layout } from '../../app/theme.ts';

interface Props {
  label: string;
  isChecked: boolean;
  /** Whether only some of the boxes that it controls are checked */
  isPartly?: boolean;
  onChange(isChecked: boolean): void;
}

/** A checkbox without a visible label, for the rows and headers of tables. */
export function BareCheckbox({ label, isChecked, isPartly = false, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = isPartly;
  }, [isPartly]);
  return (
    <Box component="label" sx={targetStyle}>
      <Box
        component="input"
        type="checkbox"
        ref={input}
        aria-label={label}
        checked={isChecked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        sx={{ width: 18, height: 18, m: 0, accentColor: 'var(--fs-palette-primary-main)', cursor: 'pointer' }}
      />
    </Box>
  );
}

const targetStyle = {
  display: 'grid',
  placeItems: 'center',
  width: layout.touchTarget,
  height: layout.touchTarget,
  borderRadius: 1,
  cursor: 'pointer',
  '&:hover': { bgcolor: 'action.hover' },
} as const;
