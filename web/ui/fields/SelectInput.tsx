import Box from '@mui/material/Box';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { NativeSelect } from './NativeSelect.tsx';
import { FieldHelp, FieldLabel } from './TextInput.tsx';

interface Props extends ComponentProps<'select'> {
  label: string;
  /** Beside the label, quiet */
  aside?: string | undefined;
  hint?: ReactNode;
  /** The text of the error */
  error?: string | undefined;
}

/** A list to choose from, with its label above and its hint below. */
export function SelectInput({ label, aside, hint, error, ...select }: Props) {
  const id = useId();
  return (
    <Box sx={{ minWidth: 0 }}>
      <FieldLabel htmlFor={id} label={label} aside={aside} />
      <NativeSelect
        {...select}
        id={id}
        aria-invalid={error !== undefined}
        {...((error ?? hint) !== undefined && { 'aria-describedby': `${id}-help` })}
      />
      <FieldHelp id={`${id}-help`} hint={hint} error={error} />
    </Box>
  );
}
