import Box from '@mui/material/Box';
import { CopyButton } from './CopyButton.tsx';

interface Props {
  value: string;
  label: string;
  /** Announced when it has been copied; that the link has been, unless given */
  doneMessage?: string;
  /** It is the main result of the page */
  isLarge?: boolean;
}

/** A text to copy, and the button that copies it. Clicking the text selects all of it. */
export function CopyField({ value, label, doneMessage, isLarge = false }: Props) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: isLarge ? { xs: 'column', sm: 'row' } : 'row',
        gap: 1.25,
        minWidth: 0,
      }}
    >
      <Box
        component="input"
        readOnly
        dir="ltr"
        value={value}
        aria-label={label}
        onFocus={(event) => event.currentTarget.select()}
        sx={{
          flex: 1,
          minWidth: 0,
          minHeight: isLarge ? 56 : 44,
          px: isLarge ? 2.25 : 1.5,
          font: 'inherit',
          fontSize: isLarge ? 'clamp(1.0625rem, 0.9rem + 0.7vw, 1.375rem)' : '0.9375rem',
          fontWeight: isLarge ? 560 : 450,
          letterSpacing: '-0.01em',
          color: 'text.primary',
          bgcolor: 'paper.sunken',
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          textOverflow: 'ellipsis',
        }}
      />
      <CopyButton value={value} doneMessage={doneMessage} isMain={isLarge} />
    </Box>
  );
}
