import * as z from 'zod/mini';
import { envPrefix as prefix } from '#sdk/contract/environment.js';
import { checkUrl, follows, integer, oneOf } from './checks.ts';
import type { EnvRow } from './readers.ts';

/** How the bucket of an instance is reached. */
export interface S3Options {
  /** Address of the server; null: that of AWS in the region. */
  endpoint: string | null;
  /** Address at which others reach the server; null: the same. */
  publicUrl: string | null;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket is in the path instead of the host name. */
  forcePathStyle: boolean;
  /** What the keys of all objects begin with: empty, or a folder with its slash. */
  prefix: string;
}

/** Where files are stored. */
export type StorageOptions =
  | {
      kind: 'local';
      /** The bucket that has files from before; null: none. */
      s3: S3Options | null;
    }
  | {
      kind: 's3';
      s3: S3Options;
      /** Bytes; null: as many as there is space for. */
      limit: number | null;
    };

const ofS3 = 'Used if `FILESHARE_STORAGE` is `s3`, or while files are moved from the bucket.';
const prefixPattern = /^(?:[A-Za-z0-9._-]+\/)*$/;

export const storageTable = {
  storage: {
    name: 'STORAGE',
    default: 'local',
    help: 'Where new files are stored: `local` (the data folder) or `s3` (a bucket). To change it, see `fileshare admin storage move`.',
    check: oneOf('local', 's3'),
  },
  storageLimit: {
    name: 'STORAGE_LIMIT',
    default: '',
    help: `Bytes that may be stored in the bucket. If empty, there is no limit. ${ofS3}`,
    check: (value: string) => integer(0, Number.MAX_SAFE_INTEGER)(value),
  },
  s3Endpoint: {
    name: 'S3_ENDPOINT',
    default: '',
    help: `Address of the S3 server, such as \`https://s3.example.org\`. If empty, AWS in the region. ${ofS3}`,
    check: checkUrl,
  },
  s3PublicUrl: {
    name: 'S3_PUBLIC_URL',
    default: '',
    help: 'Address at which visitors reach the S3 server, for downloads straight from it (`share.presignedDownloads`). If empty, `FILESHARE_S3_ENDPOINT`.',
    check: checkUrl,
  },
  s3Bucket: { name: 'S3_BUCKET', default: '', help: `Name of the bucket. ${ofS3}` },
  s3Region: { name: 'S3_REGION', default: 'us-east-1', help: `Region of the bucket. ${ofS3}` },
  s3AccessKeyId: { name: 'S3_ACCESS_KEY_ID', default: '', help: `ID of the access key. ${ofS3}` },
  s3SecretAccessKey: {
    name: 'S3_SECRET_ACCESS_KEY',
    default: '',
    secret: true,
    help: `Secret of the access key. ${ofS3}`,
  },
  s3ForcePathStyle: {
    name: 'S3_FORCE_PATH_STYLE',
    default: 'false',
    help: `\`true\` puts the bucket into the path of addresses instead of the host name, as Ceph and MinIO usually need. ${ofS3}`,
    check: oneOf('true', 'false'),
  },
  s3Prefix: {
    name: 'S3_PREFIX',
    default: '',
    help: `Folder in the bucket, such as \`fileshare/\`. Nothing else may use it: unknown objects in it are deleted. ${ofS3}`,
    check: follows(
      z.string().check(z.regex(prefixPattern)),
      'must be empty, or a folder that ends with a slash',
    ),
  },
} as const satisfies Record<string, EnvRow>;

type StorageKey = keyof typeof storageTable;

const required = ['s3Bucket', 's3AccessKeyId', 's3SecretAccessKey'] as const satisfies readonly StorageKey[];

/** Adds what is missing to `problems`. */
export function readStorage(text: (key: StorageKey) => string, problems: string[]): StorageOptions {
  const missing = required.filter((name) => text(name) === '');
  if (text('storage') !== 's3') return { kind: 'local', s3: missing.length > 0 ? null : readS3(text) };
  for (const key of missing) {
    problems.push(`${prefix}${storageTable[key].name} must be set: ${prefix}STORAGE is s3.`);
  }
  const limit = text('storageLimit') === '' ? null : Number(text('storageLimit'));
  return { kind: 's3', s3: readS3(text), limit };
}

function readS3(text: (key: StorageKey) => string): S3Options {
  return {
    endpoint: text('s3Endpoint') || null,
    publicUrl: text('s3PublicUrl') || null,
    bucket: text('s3Bucket'),
    region: text('s3Region'),
    accessKeyId: text('s3AccessKeyId'),
    secretAccessKey: text('s3SecretAccessKey'),
    forcePathStyle: text('s3ForcePathStyle') === 'true',
    prefix: text('s3Prefix'),
  };
}
