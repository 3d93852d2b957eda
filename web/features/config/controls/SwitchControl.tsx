import { SwitchInput } from '../../../ui/fields/SwitchInput.tsx';
import type { ControlProps } from './control.ts';

export function SwitchControl({ label, aside, hint, error, value, isLocked, onChange }: ControlProps) {
  return (
    <SwitchInput
      label={label}
      aside={aside}
      hint={hint}
      error={error}
      isOn={value === 'true'}
      disabled={isLocked}
      onChange={(isOn) => onChange(String(isOn))}
    />
  );
}
