import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';
import { useLeaveWarning } from '../hooks/use-leave-warning.ts';

interface Props {
  title: string;
  doneLabel: string;
  children: ReactNode;
  onDone(): void;
}

/** Shows a secret once: only its button closes it, and the browser asks before the page is left. */
export function SecretDialog({ title, doneLabel, children, onDone }: Props) {
  const id = useId();
  useLeaveWarning();
  return (
    <Dialog open aria-labelledby={`${id}-title`}>
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogContent
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gridAutoRows: 'max-content', gap: 2 }}
      >
        {children}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" color="primary" onClick={onDone}>
          {doneLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
