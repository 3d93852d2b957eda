import Box from '@mui/material/Box';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { layout } from '../../app/theme.ts';

interface Props extends ComponentProps<'input'> {
  label: string;
  hint?: ReactNode;
}

/** A checkbox; the whole row can be clicked. */
export function Checkbox({ label, hint, ...input }: Props) {
  const id = useId();
  return (
    <Box
      component="label"
      htmlFor={id}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'auto 1fr',
        columnGap: 1.5,
        alignItems: 'start',
        minHeight: layout.touchTarget,
        p: 2,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1.2,
        bgcolor: 'background.paper',
        cursor: 'pointer',
        '&:hover': { borderColor: 'paper.lineStrong' },
        '&:has(input:checked)': { borderColor: 'primary.main', bgcolor: 'action.selected' },
      }}
    >
      <Box
        component="input"
        {...input}
        id={id}
        type="checkbox"
        aria-describedby={hint === undefined ? undefined : `${id}-help`}
        sx={{ width: 20, height: 20, m: 0, mt: 0.25, accentColor: 'var(--fs-palette-primary-main)' }}
      />
      <Box component="span" sx={{ fontWeight: 550, lineHeight: 1.45 }}>
        {label}
      </Box>
      {hint !== undefined && (
        <Box
          component="span"
          id={`${id}-help`}
          sx={{ gridColumn: 2, mt: 0.25, typography: 'body2', color: 'text.secondary' }}
        >
          {hint}
        </Box>
      )}
    </Box>
  );
}
