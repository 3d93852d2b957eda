import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { AppError } from '#sdk/contract/errors.js';
import { useFormat } from '../lib/i18n.tsx';
import { RequestError } from '../ui/feedback/FormError.tsx';
import { Dock } from '../ui/layout/Dock.tsx';

/** How the upload of chosen files starts. */
export interface StartAction {
  label: string;
  isDisabled: boolean;
  /** The limit that the chosen files exceed */
  limitProblem: AppError | null;
  /** Why the last start was refused */
  error: unknown;
  onSubmit(): void;
}

/** The errors, and the button that starts the upload, with the number of bytes beside its label. */
export function StartUpload({ start, size }: { start: StartAction; size: number }) {
  const format = useFormat();
  return (
    <Dock>
      <RequestError error={start.limitProblem} />
      <RequestError error={start.error} />
      <Button type="submit" variant="contained" color="primary" size="large" disabled={start.isDisabled}>
        {start.label}
        <Box component="span" aria-hidden sx={sizeStyle}>
          {format.bytes(size)}
        </Box>
      </Button>
    </Dock>
  );
}

const sizeStyle = {
  ml: 1.75,
  pl: 1.75,
  fontWeight: 450,
  borderLeft: '1px solid color-mix(in oklab, currentColor 32%, transparent)',
} as const;
