import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type FormEvent, type ReactNode, useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { ContractForm } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { FormError } from '../feedback/FormError.tsx';
import { useExclusive } from '../hooks/use-exclusive.ts';

interface Props<Values extends FieldValues> {
  title: string;
  intro?: ReactNode;
  submitLabel: string;
  form: Pick<ContractForm<Values>, 'handleSubmit' | 'showServerIssues' | 'generalProblem'>;
  /** The mutation that submitting starts. Its error is shown at the fields it concerns, or else below them. */
  mutation: { isPending: boolean; error: unknown };
  /** Has so many fields that it fills the screen of a phone */
  isLong?: boolean;
  /** Whether submitting loses something */
  isDanger?: boolean;
  children: ReactNode;
  /** Called with the values that the schema accepts, and again only after the promise it returned has settled. */
  onSubmit(values: Values): unknown;
  onClose(): void;
}

/** A form in a dialog. It is rendered only while it is open, so that it is empty each time. */
export function FormDialog<Values extends FieldValues>(props: Props<Values>) {
  const { t } = useTranslator();
  const id = useId();
  const { form, mutation } = props;
  const problem = form.generalProblem(mutation.error);
  const submit = useExclusive(
    form.handleSubmit(async (values) => {
      try {
        await props.onSubmit(values);
      } catch (error) {
        form.showServerIssues(error);
        throw error;
      }
    }),
  );
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit(event);
  };
  return (
    <Dialog
      open
      onClose={props.onClose}
      aria-labelledby={`${id}-title`}
      {...(props.isLong && { slotProps: { paper: { sx: wholePhoneStyle } } })}
    >
      <DialogTitle id={`${id}-title`} sx={{ pb: 1.5 }}>
        {props.title}
      </DialogTitle>
      <Box component="form" noValidate onSubmit={handleSubmit} sx={{ display: 'contents' }}>
        <DialogContent sx={contentStyle}>
          {props.intro !== undefined && <Box sx={{ color: 'text.secondary' }}>{props.intro}</Box>}
          {props.children}
        </DialogContent>
        {/* Below the part that scrolls, so that it is always visible. */}
        {problem !== undefined && (
          <Box sx={{ px: 3, pb: 1 }}>
            <FormError>{problem}</FormError>
          </Box>
        )}
        <DialogActions {...(props.isLong && { sx: lineAboveStyle })}>
          <Button variant="outlined" onClick={props.onClose}>
            {t('web.common.cancel')}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={props.isDanger ? 'error' : 'primary'}
            disabled={mutation.isPending}
            {...(props.isDanger && { sx: { '&:hover': { bgcolor: 'error.dark' } } })}
          >
            {props.submitLabel}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}

const wholePhoneStyle = {
  '@media (max-width: 599.95px)': {
    height: '100dvh',
    maxHeight: 'none',
    m: 0,
    border: 0,
    borderRadius: 0,
  },
} as const;

/** Shows that the content continues below. */
const lineAboveStyle = {
  pt: 2,
  borderTop: 1,
  borderColor: 'divider',
} as const;

const contentStyle = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  // If the screen is too low for all of them, they scroll instead of shrinking.
  gridAutoRows: 'max-content',
  gap: 2.5,
} as const;
