import type { ConfigRow } from './rows.ts';

const largest = Number.MAX_SAFE_INTEGER;
/** A hundred years, in hours. */
const longest = 876_000;

export const shareRows = {
  'share.allowRegistration': { type: 'boolean', default: false, visibility: 'public' },
  'share.allowUnauthenticatedShares': { type: 'boolean', default: false, visibility: 'public' },
  'share.maxExpiration': {
    type: 'number',
    default: 0,
    min: 0,
    max: longest,
    unit: 'hours',
    visibility: 'public',
  },
  'share.defaultExpiration': {
    type: 'string',
    default: '7-days',
    minLength: 1,
    maxLength: 40,
    format: 'expiration',
    visibility: 'public',
  },
  'share.retention': { type: 'number', default: 0, min: 0, max: longest, unit: 'hours', visibility: 'admin' },
  'share.maxSize': { type: 'number', default: 0, min: 0, max: largest, unit: 'bytes', visibility: 'public' },
  'share.maxFiles': { type: 'number', default: 100_000, min: 1, max: 1_000_000, visibility: 'public' },
  'share.userQuota': {
    type: 'number',
    default: 0,
    min: 0,
    max: largest,
    unit: 'bytes',
    visibility: 'public',
  },
  'share.zipCompressionLevel': { type: 'number', default: 0, min: 0, max: 9, visibility: 'public' },
  'share.presignedDownloads': { type: 'boolean', default: false, visibility: 'admin' },
  'share.thumbnails': { type: 'boolean', default: true, visibility: 'public' },
  'share.chunkSize': {
    type: 'number',
    default: 50_000_000,
    min: 1_000_000,
    max: 5_000_000_000,
    unit: 'bytes',
    visibility: 'public',
  },
  'share.idLength': { type: 'number', default: 16, min: 10, max: 50, visibility: 'public' },
} as const satisfies Record<string, ConfigRow>;
