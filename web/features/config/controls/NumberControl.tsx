import { TextInput } from '../../../ui/TextInput.tsx';
import type { ControlProps } from './control.ts';

export function NumberControl({ label, aside, hint, error, value, isLocked, onChange }: ControlProps) {
  return (
    <TextInput
      label={label}
      {...(aside !== undefined && { aside })}
      hint={hint}
      error={error}
      value={value}
      readOnly={isLocked}
      inputMode="numeric"
      autoComplete="off"
      maxLength={16}
      onChange={(event) => onChange(event.target.value.trim())}
      sx={{ maxWidth: 240 }}
    />
  );
}
