import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { FormEvent, ReactNode } from 'react';
import { FormError } from '../feedback/FormError.tsx';
import { Notice } from '../feedback/Notice.tsx';

interface Props {
  /** The fields */
  children: ReactNode;
  submitLabel: string;
  /** Nothing can be submitted, or it is being done. */
  isDisabled?: boolean;
  /** An error that concerns the whole form: a text, or an alert of its own */
  problem?: ReactNode;
  /** Says that the last change was saved. */
  saved?: ReactNode;
  /** A card among others, instead of the only thing on the page */
  isCard?: boolean;
  /** Submitting begins to lose something. */
  isDanger?: boolean;
  /** Beside the button */
  actions?: ReactNode;
  /** Without it the browser checks the fields. */
  noValidate?: boolean;
  onSubmit(event: FormEvent<HTMLFormElement>): unknown;
}

/** A form that is part of a page: what was saved, the fields, what is wrong with all of them, and the button. */
export function PageForm(props: Props) {
  const { isCard = false, isDanger = false, noValidate = true, isDisabled = false } = props;
  const { problem, saved, actions } = props;
  return (
    <Box
      component="form"
      noValidate={noValidate}
      onSubmit={(event) => void props.onSubmit(event)}
      sx={[formStyle, isCard && cardStyle]}
    >
      {saved !== undefined && saved !== false && <Notice tone="success">{saved}</Notice>}
      {props.children}
      {typeof problem === 'string' ? <FormError>{problem}</FormError> : problem}
      <Box sx={isCard ? cardActionsStyle : actionsStyle}>
        {actions}
        <Button
          type="submit"
          variant={isDanger ? 'outlined' : 'contained'}
          color={isDanger ? 'error' : 'primary'}
          disabled={isDisabled}
          {...(!isCard && { size: 'large' })}
          {...(isDanger && { sx: { color: 'error.main' } })}
        >
          {props.submitLabel}
        </Button>
      </Box>
    </Box>
  );
}

const formStyle = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 } as const;

const cardStyle = {
  p: { xs: 2.25, sm: 3 },
  border: 1,
  borderColor: 'divider',
  borderRadius: 2,
  bgcolor: 'background.paper',
} as const;

/** The last button has what is left. */
const actionsStyle = { display: 'flex', gap: 1.5, '& > :last-child': { flex: 1 } } as const;

const cardActionsStyle = { display: 'flex', flexWrap: 'wrap', gap: 1 } as const;
