import type { ConfigRow } from './rows.ts';

/** Path of the logo that comes with the program; the path of an uploaded one is followed by a version. */
export const builtInLogo = '/img/logo.png';

/** Path of the uploaded background picture, followed by a version; there is none without an upload. */
export const coverPath = '/img/cover';

/** The accent colour that comes with the program. */
export const builtInAccent = '#2a3bd6';

export const generalRows = {
  'general.appName': {
    type: 'string',
    default: 'Fileshare',
    minLength: 1,
    maxLength: 60,
    visibility: 'public',
  },
  'general.appUrl': {
    type: 'string',
    default: 'http://localhost:3000',
    minLength: 1,
    maxLength: 2000,
    format: 'origin',
    visibility: 'public',
  },
  'general.logo': {
    type: 'string',
    default: builtInLogo,
    minLength: 1,
    maxLength: 100,
    format: 'logo',
    visibility: 'public',
  },
  'general.accentColor': {
    type: 'string',
    default: builtInAccent,
    minLength: 7,
    maxLength: 7,
    format: 'color',
    visibility: 'public',
  },
  'general.cover': {
    type: 'string',
    default: '',
    minLength: 0,
    maxLength: 100,
    format: 'cover',
    visibility: 'public',
  },
  'general.sourceUrl': {
    type: 'string',
    default: '',
    minLength: 0,
    maxLength: 2000,
    format: 'webAddress',
    visibility: 'public',
  },
  'general.showHomePage': { type: 'boolean', default: true, visibility: 'public' },
  'general.showLogin': { type: 'boolean', default: true, visibility: 'public' },
  'general.defaultLocale': {
    type: 'string',
    default: 'en',
    minLength: 2,
    maxLength: 10,
    format: 'locale',
    visibility: 'public',
  },
  'general.sessionDuration': {
    type: 'number',
    default: 2160,
    min: 1,
    max: 8760,
    unit: 'hours',
    visibility: 'admin',
  },
  'general.auditRetention': {
    type: 'number',
    default: 365,
    min: 0,
    max: 36_500,
    unit: 'days',
    visibility: 'admin',
  },
} as const satisfies Record<string, ConfigRow>;
