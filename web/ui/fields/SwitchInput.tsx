import Box from '@mui/material/Box';
import { type ReactNode, useId } from 'react';
import { layout } from '../../app/theme.ts';
import { useDescription } from './field-note.ts';

interface Props {
  label: string;
  /** For screen readers, where the label alone does not say what is switched */
  name?: string;
  /** Beside the label, quiet */
  aside?: string | undefined;
  hint?: ReactNode;
  /** The text of the error */
  error?: string | undefined;
  isOn: boolean;
  disabled?: boolean;
  onChange(isOn: boolean): void;
}

/** A switch; the whole row can be clicked. */
export function SwitchInput({
  label,
  name = label,
  aside,
  hint,
  error,
  isOn,
  disabled = false,
  onChange,
}: Props) {
  const id = useId();
  const help = error ?? hint;
  const description = useDescription(help === undefined ? undefined : `${id}-help`);
  return (
    <Box component="label" htmlFor={id} sx={rowStyle}>
      <Box component="span" sx={{ fontSize: '0.9375rem', fontWeight: 550, lineHeight: 1.45, flex: 1 }}>
        {label}
        {aside !== undefined && (
          <Box component="span" sx={{ ml: 1, typography: 'caption', color: 'text.secondary' }}>
            {aside}
          </Box>
        )}
        {help !== undefined && (
          <Box
            component="span"
            id={`${id}-help`}
            {...(error !== undefined && { role: 'alert' })}
            sx={{
              display: 'block',
              mt: 0.25,
              typography: 'caption',
              fontWeight: 400,
              color: error === undefined ? 'text.secondary' : 'error.main',
            }}
          >
            {help}
          </Box>
        )}
      </Box>
      <Box
        component="input"
        type="checkbox"
        role="switch"
        id={id}
        checked={isOn}
        aria-checked={isOn}
        disabled={disabled}
        aria-label={name}
        aria-describedby={description}
        onChange={(event) => onChange(event.currentTarget.checked)}
        sx={switchStyle}
      />
    </Box>
  );
}

const rowStyle = {
  display: 'flex',
  alignItems: 'flex-start',
  gap: 2,
  minHeight: layout.touchTarget,
  pt: 0.75,
  cursor: 'pointer',
  '&:has(input:disabled)': { cursor: 'default' },
} as const;

/** A track whose knob is drawn as its shadow-like gradient: no element but the input itself. */
const switchStyle = {
  appearance: 'none',
  flex: 'none',
  width: 44,
  height: 26,
  m: 0,
  mt: 0.25,
  borderRadius: 13,
  border: 1,
  borderColor: 'paper.lineStrong',
  bgcolor: 'paper.sunken',
  backgroundImage:
    'radial-gradient(circle at center, var(--fs-palette-paper-lineStrong) 9px, transparent 9.5px)',
  backgroundSize: '24px 24px',
  backgroundPosition: 'left 0 center',
  backgroundRepeat: 'no-repeat',
  cursor: 'inherit',
  '&:checked': {
    borderColor: 'primary.main',
    bgcolor: 'primary.main',
    backgroundImage:
      'radial-gradient(circle at center, var(--fs-palette-primary-contrastText) 9px, transparent 9.5px)',
    backgroundPosition: 'right 0 center',
  },
  '&:disabled': { opacity: 0.55 },
  '@media (forced-colors: active)': { appearance: 'auto' },
} as const;
