import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { useTranslator } from '../../lib/i18n.tsx';
import { RequestError } from '../feedback/FormError.tsx';
import { useExclusive } from '../hooks/use-exclusive.ts';

interface Props {
  /** It is, unless given */
  isOpen?: boolean;
  title: string;
  /** Names what is lost. Empty lines separate paragraphs. */
  text: string;
  confirmLabel: string;
  cancelLabel?: string;
  /** Whether something is lost; it is, unless given */
  tone?: 'danger' | 'plain';
  /** The mutation that confirming starts; its error is shown. */
  mutation?: { isPending: boolean; error: unknown };
  onCancel(): void;
  /** Called again only after the promise it returned has settled. */
  onConfirm(): unknown;
}

/** Asks before something that can't be undone. The safe answer has the focus. */
export function ConfirmDialog({ isOpen = true, ...props }: Props) {
  const { t } = useTranslator();
  const id = useId();
  const isDanger = props.tone !== 'plain';
  // A dialog can still be clicked while it fades out.
  const handleConfirm = useExclusive(() => (isOpen ? props.onConfirm() : undefined));
  return (
    <Dialog
      open={isOpen}
      onClose={props.onCancel}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <DialogTitle id={`${id}-title`}>{props.title}</DialogTitle>
      <DialogContent
        id={`${id}-text`}
        sx={{ color: 'text.secondary', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
      >
        {props.text}
        <Box sx={{ mt: 2, '&:empty': { display: 'none' } }}>
          <RequestError error={props.mutation?.error} />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" autoFocus onClick={props.onCancel}>
          {props.cancelLabel ?? t('web.common.cancel')}
        </Button>
        <Button
          variant="contained"
          color={isDanger ? 'error' : 'primary'}
          disabled={props.mutation?.isPending ?? false}
          onClick={() => handleConfirm()}
          {...(isDanger && { sx: { '&:hover': { bgcolor: 'error.dark' } } })}
        >
          {props.confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
