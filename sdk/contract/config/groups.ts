import type { ConfigRow } from './rows.ts';

const lines = { type: 'text', default: '', minLength: 0, maxLength: 20_000, visibility: 'admin' } as const;

export const groupRows = {
  'groups.rules': { ...lines, format: 'groupRules' },
  'groups.allowed': lines,
} as const satisfies Record<string, ConfigRow>;
