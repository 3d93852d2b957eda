import { type ConfigRow, optionalText } from './rows.ts';
import { proxySwitches } from './switches.ts';

/** The name of a header (RFC 9110, section 5.1). */
const header = { ...optionalText, maxLength: 100, format: 'header' } as const;

export const proxyRows = {
  'proxy.enabled': proxySwitches['proxy.enabled'],
  'proxy.userHeader': { ...header, default: 'Remote-User' },
  'proxy.emailHeader': { ...header, default: 'Remote-Email' },
  'proxy.displayNameHeader': { ...header, default: 'Remote-Name' },
  'proxy.groupsHeader': { ...header, default: 'Remote-Groups' },
  'proxy.groupsSeparator': {
    type: 'string',
    default: ',',
    minLength: 1,
    maxLength: 1,
    visibility: 'admin',
  },
  'proxy.linkByEmail': { type: 'boolean', default: false, visibility: 'admin' },
  'proxy.signOutUrl': proxySwitches['proxy.signOutUrl'],
} as const satisfies Record<string, ConfigRow>;
