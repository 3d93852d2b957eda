import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { type ControlProps, textFieldProps } from './control.ts';

export function NumberControl(props: ControlProps) {
  return (
    <TextInput
      {...textFieldProps(props)}
      value={props.value}
      inputMode="numeric"
      maxLength={16}
      onChange={(event) => props.onChange(event.target.value.trim())}
      sx={{ maxWidth: 240 }}
    />
  );
}
