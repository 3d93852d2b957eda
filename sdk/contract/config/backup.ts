import { type ConfigRow, optionalText } from './rows.ts';

const count = { type: 'number', min: 0, max: 1000, visibility: 'admin' } as const;

export const backupRows = {
  'backup.enabled': {
    type: 'boolean',
    default: false,
    requires: ['backup.target'],
    visibility: 'admin',
  },
  'backup.target': { ...optionalText, maxLength: 1000 },
  'backup.time': {
    type: 'string',
    default: '02:30',
    minLength: 1,
    maxLength: 40,
    format: 'timeOfDay',
    visibility: 'admin',
  },
  'backup.keepLast': { ...count, default: 3 },
  'backup.keepDaily': { ...count, default: 7 },
  'backup.keepWeekly': { ...count, default: 5 },
  'backup.keepMonthly': { ...count, default: 12 },
} as const satisfies Record<string, ConfigRow>;
