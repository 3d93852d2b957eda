import { locales } from '#sdk/i18n/locales.js';
import { SelectInput } from '../../../ui/fields/SelectInput.tsx';
import type { ControlProps } from './control.ts';

export function LanguageControl({ label, aside, hint, error, value, isLocked, onChange }: ControlProps) {
  return (
    <SelectInput
      label={label}
      aside={aside}
      hint={hint}
      error={error}
      value={value}
      disabled={isLocked}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {locales.map((locale) => (
        <option key={locale.code} value={locale.code} lang={locale.code}>
          {locale.label}
        </option>
      ))}
    </SelectInput>
  );
}
