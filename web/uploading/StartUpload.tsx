import Button from '@mui/material/Button';
import { ArrowRight as arrowRightIcon } from 'lucide';
import type { AppError } from '#sdk/contract/errors.js';
import { RequestError } from '../ui/feedback/FormError.tsx';
import { Icon } from '../ui/icons/Icon.tsx';

interface Props {
  label: string;
  isDisabled: boolean;
  /** The limit that the picked files exceed */
  limitProblem: AppError | null;
  /** Why the last start was refused */
  error: unknown;
  /** Submits the form around it, unless given */
  onStart?(): void;
}

/** The end of every panel beside the files: the errors, and the button that starts the upload. */
export function StartUpload({ label, isDisabled, limitProblem, error, onStart }: Props) {
  return (
    <>
      <RequestError error={limitProblem} />
      <RequestError error={error} />
      <Button
        type={onStart ? 'button' : 'submit'}
        onClick={onStart}
        variant="contained"
        color="primary"
        size="large"
        disabled={isDisabled}
        endIcon={<Icon icon={arrowRightIcon} />}
      >
        {label}
      </Button>
    </>
  );
}
