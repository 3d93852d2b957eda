import * as z from 'zod/mini';
import { checkUrl, follows, oneOf } from './checks.ts';
import type { EnvRow } from './readers.ts';
import type { S3Options } from './storage.ts';

/** How targets of backups are reached. Their addresses are arguments of commands, or configuration variables. */
export interface BackupEnv {
  sftp: {
    /** A file with the private key; null: only the password is tried. */
    keyFile: string | null;
    /** What the private key is encrypted with; null: it is not. */
    keyPassphrase: string | null;
    password: string | null;
    /** The fingerprint of the server's key, `SHA256:…`; null: none is trusted. */
    hostKey: string | null;
  };
  /** Without the bucket and its folder. */
  s3: Omit<S3Options, 'bucket' | 'prefix' | 'publicUrl'>;
}

const ofSftp = 'For backups on SFTP servers.';
const ofS3 = 'For backups in buckets.';

export const backupTable = {
  backupSftpKeyFile: {
    name: 'BACKUP_SFTP_KEY_FILE',
    default: '',
    help: `File with the private key. ${ofSftp}`,
  },
  backupSftpKeyPassphrase: {
    name: 'BACKUP_SFTP_KEY_PASSPHRASE',
    default: '',
    secret: true,
    help: `Passphrase of the private key, if it has one. ${ofSftp}`,
  },
  backupSftpPassword: {
    name: 'BACKUP_SFTP_PASSWORD',
    default: '',
    secret: true,
    help: `Password, if there is no key. ${ofSftp}`,
  },
  backupSftpHostKey: {
    name: 'BACKUP_SFTP_HOST_KEY',
    default: '',
    help: `Fingerprint of the server's key, as \`ssh-keygen -lf\` prints it: \`SHA256:…\`. ${ofSftp}`,
    check: follows(
      z.string().check(z.regex(/^(?:SHA256:[A-Za-z0-9+/]{43}=?)?$/)),
      'must be a fingerprint such as SHA256:… with 43 characters after the colon',
    ),
  },
  backupS3Endpoint: {
    name: 'BACKUP_S3_ENDPOINT',
    default: '',
    help: `Address of the S3 server. If empty, AWS in the region. ${ofS3}`,
    check: checkUrl,
  },
  backupS3Region: { name: 'BACKUP_S3_REGION', default: 'us-east-1', help: `Region of the bucket. ${ofS3}` },
  backupS3AccessKeyId: {
    name: 'BACKUP_S3_ACCESS_KEY_ID',
    default: '',
    help: `ID of the access key. ${ofS3}`,
  },
  backupS3SecretAccessKey: {
    name: 'BACKUP_S3_SECRET_ACCESS_KEY',
    default: '',
    secret: true,
    help: `Secret of the access key. ${ofS3}`,
  },
  backupS3ForcePathStyle: {
    name: 'BACKUP_S3_FORCE_PATH_STYLE',
    default: 'false',
    help: `\`true\` puts the bucket into the path of addresses, as Ceph and MinIO usually need. ${ofS3}`,
    check: oneOf('true', 'false'),
  },
} as const satisfies Record<string, EnvRow>;

export function readBackup(text: (key: keyof typeof backupTable) => string): BackupEnv {
  return {
    sftp: {
      keyFile: text('backupSftpKeyFile') || null,
      keyPassphrase: text('backupSftpKeyPassphrase') || null,
      password: text('backupSftpPassword') || null,
      hostKey: text('backupSftpHostKey') || null,
    },
    s3: {
      endpoint: text('backupS3Endpoint') || null,
      region: text('backupS3Region'),
      accessKeyId: text('backupS3AccessKeyId'),
      secretAccessKey: text('backupS3SecretAccessKey'),
      forcePathStyle: text('backupS3ForcePathStyle') === 'true',
    },
  };
}
