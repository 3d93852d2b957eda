import Box from '@mui/material/Box';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { NativeSelect } from './NativeSelect.tsx';
import { FieldHelp, FieldLabel } from './TextInput.tsx';

interface Props extends ComponentProps<'select'> {
  label: string;
  hint?: ReactNode;
}

/** A list to choose from, with its label above and its hint below. */
export function SelectInput({ label, hint, ...select }: Props) {
  const id = useId();
  return (
    <Box sx={{ minWidth: 0 }}>
      <FieldLabel htmlFor={id} label={label} />
      <NativeSelect {...select} id={id} {...(hint !== undefined && { 'aria-describedby': `${id}-help` })} />
      <FieldHelp id={`${id}-help`} hint={hint} />
    </Box>
  );
}
