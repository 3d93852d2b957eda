import { useTranslator } from '../../../lib/i18n.tsx';
import { ExpirationField } from '../../../ui/fields/ExpirationField.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { describeValue } from '../config-texts.ts';
import type { ControlProps } from './control.ts';

export function ExpirationControl({
  configKey,
  label,
  aside,
  hint,
  error,
  value,
  isLocked,
  onChange,
}: ControlProps) {
  const translator = useTranslator();
  if (isLocked) {
    return (
      <TextInput label={label} hint={hint} value={describeValue(translator, configKey, value)} readOnly />
    );
  }
  return (
    <ExpirationField
      label={label}
      aside={aside}
      hint={hint}
      error={error}
      value={value}
      onChange={onChange}
    />
  );
}
