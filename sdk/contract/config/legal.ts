import { type ConfigRow, optionalText } from './rows.ts';

const text = {
  ...optionalText,
  type: 'text',
  maxLength: 50_000,
  visibility: 'public',
  markdown: true,
} as const;
const address = { ...optionalText, maxLength: 2000, format: 'webAddress', visibility: 'public' } as const;

/** If both are set, the address is used instead of the text. */
export const legalRows = {
  'legal.enabled': { type: 'boolean', default: false, visibility: 'public' },
  'legal.imprintText': text,
  'legal.imprintUrl': address,
  'legal.privacyPolicyText': text,
  'legal.privacyPolicyUrl': address,
} as const satisfies Record<string, ConfigRow>;
