import type { ConfigRow, TextFormat } from '#sdk/contract/config/rows.js';
import { AmountControl } from './AmountControl.tsx';
import { ExpirationControl } from './ExpirationControl.tsx';
import { LanguageControl } from './LanguageControl.tsx';
import { LogoControl } from './LogoControl.tsx';
import { NumberControl } from './NumberControl.tsx';
import { SecretControl } from './SecretControl.tsx';
import { SwitchControl } from './SwitchControl.tsx';
import { TextControl } from './TextControl.tsx';

export const controls = {
  switch: SwitchControl,
  number: NumberControl,
  amount: AmountControl,
  secret: SecretControl,
  locale: LanguageControl,
  expiration: ExpirationControl,
  picture: LogoControl,
  text: TextControl,
} as const;

type ControlKind = keyof typeof controls;

/** Formats that are chosen, not typed. */
const kindOfFormat: { readonly [F in TextFormat]?: ControlKind } = {
  locale: 'locale',
  expiration: 'expiration',
  picture: 'picture',
};

export function controlKindOf(row: ConfigRow): ControlKind {
  if (row.type === 'boolean') return 'switch';
  if (row.type === 'number') return row.unit ? 'amount' : 'number';
  if (row.secret) return 'secret';
  return (row.format && kindOfFormat[row.format]) ?? 'text';
}
