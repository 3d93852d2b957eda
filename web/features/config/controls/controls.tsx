import type { ConfigRow, TextFormat } from '#sdk/contract/config/rows.js';
import { configRow } from '#sdk/contract/config.js';
import { locales } from '#sdk/i18n/locales.js';
import { useTranslator } from '../../../lib/i18n.tsx';
import { ExpirationField } from '../../../ui/fields/ExpirationField.tsx';
import { SelectInput } from '../../../ui/fields/SelectInput.tsx';
import { SwitchInput } from '../../../ui/fields/SwitchInput.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { describeValue } from '../config-texts.ts';
import { AmountControl } from './AmountControl.tsx';
import { ColorControl } from './ColorControl.tsx';
import { type ControlProps, textFieldProps } from './control.ts';
import { CoverControl, LogoControl } from './PictureControl.tsx';
import { SecretControl } from './SecretControl.tsx';
import { TextControl } from './TextControl.tsx';

export const controls = {
  switch: SwitchControl,
  number: NumberControl,
  amount: AmountControl,
  secret: SecretControl,
  locale: LanguageControl,
  expiration: ExpirationControl,
  color: ColorControl,
  logo: LogoControl,
  cover: CoverControl,
  text: TextControl,
} as const;

type ControlKind = keyof typeof controls;

/** Formats that are chosen, not typed. */
const kindOfFormat: { readonly [F in TextFormat]?: ControlKind } = {
  locale: 'locale',
  expiration: 'expiration',
  color: 'color',
  logo: 'logo',
  cover: 'cover',
};

export function controlKindOf(row: ConfigRow): ControlKind {
  if (row.type === 'boolean') return 'switch';
  if (row.type === 'number') return row.unit ? 'amount' : 'number';
  if (row.secret) return 'secret';
  return (row.format && kindOfFormat[row.format]) ?? 'text';
}

function NumberControl(props: ControlProps) {
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

function SwitchControl({ label, aside, hint, error, value, isLocked, onChange }: ControlProps) {
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

function LanguageControl({ label, aside, hint, error, value, isLocked, onChange }: ControlProps) {
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

function ExpirationControl({
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
  const row = configRow(configKey);
  const isOptional = 'minLength' in row && row.minLength === 0;
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
      creator={configKey === 'policies.guestDefaultExpiration' ? 'guest' : 'user'}
      none={isOptional ? translator.t('web.admin.config.none.asForEveryone') : undefined}
      onChange={onChange}
    />
  );
}
