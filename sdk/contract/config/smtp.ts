import { type ConfigRow, optionalText } from './rows.ts';
import { smtpSwitches } from './switches.ts';

export const smtpRows = {
  ...smtpSwitches,
  'smtp.host': { ...optionalText, maxLength: 253, format: 'host' },
  'smtp.port': { type: 'number', default: 587, min: 1, max: 65_535, visibility: 'admin' },
  'smtp.email': { ...optionalText, maxLength: 254, format: 'mailbox' },
  'smtp.username': optionalText,
  'smtp.password': {
    ...optionalText,
    secret: true,
    sentTo: ['smtp.host', 'smtp.allowUnauthorizedCertificates'],
  },
  'smtp.allowUnauthorizedCertificates': { type: 'boolean', default: false, visibility: 'admin' },
} as const satisfies Record<string, ConfigRow>;
