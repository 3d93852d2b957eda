import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { FormError } from '../feedback/FormError.tsx';
import { useExclusive } from '../hooks/use-exclusive.ts';

interface Props {
  isOpen: boolean;
  title: string;
  /** Names what is lost. */
  text: string;
  confirmLabel: string;
  cancelLabel: string;
  /** Whether something is lost; it is, unless told. */
  tone?: 'danger' | 'plain';
  isPending?: boolean;
  /** Why it did not work, in words */
  error?: string | undefined;
  onCancel(): void;
  /** Called again only after what it returns has come to an end. */
  onConfirm(): unknown;
}

/** Asks before something that cannot be taken back. The safe answer has the focus. */
export function ConfirmDialog(props: Props) {
  const id = useId();
  const isDanger = props.tone !== 'plain';
  // A dialog that fades away can still be clicked.
  const handleConfirm = useExclusive(() => (props.isOpen ? props.onConfirm() : undefined));
  return (
    <Dialog
      open={props.isOpen}
      onClose={props.onCancel}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <DialogTitle id={`${id}-title`}>{props.title}</DialogTitle>
      <DialogContent id={`${id}-text`} sx={{ color: 'text.secondary' }}>
        {props.text}
        {props.error !== undefined && (
          <Box sx={{ mt: 2 }}>
            <FormError>{props.error}</FormError>
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" autoFocus onClick={props.onCancel}>
          {props.cancelLabel}
        </Button>
        <Button
          variant="contained"
          color={isDanger ? 'error' : 'primary'}
          disabled={props.isPending ?? false}
          onClick={() => handleConfirm()}
          {...(isDanger && { sx: { '&:hover': { bgcolor: 'error.dark' } } })}
        >
          {props.confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
