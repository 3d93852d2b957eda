import type { Migration } from './migrate.ts';
import { initial } from './migrations/0001-initial.ts';
import { transfer } from './migrations/0002-transfer.ts';
import { archives } from './migrations/0003-archives.ts';
import { ownerSums } from './migrations/0004-owner-sums.ts';
import { accounts } from './migrations/0005-accounts.ts';
import { shares } from './migrations/0006-shares.ts';
import { administration } from './migrations/0007-administration.ts';
import { socialSignIn } from './migrations/0008-social-sign-in.ts';
import { mailedRecipients } from './migrations/0009-mailed-recipients.ts';
import { uploadTokens } from './migrations/0010-upload-tokens.ts';
import { thumbnails } from './migrations/0011-thumbnails.ts';
import { displayNames } from './migrations/0012-display-names.ts';
import { mailFailures } from './migrations/0013-mail-failures.ts';
import { pieces } from './migrations/0014-pieces.ts';
import { servers } from './migrations/0015-servers.ts';
import { mailClaims } from './migrations/0016-mail-claims.ts';
import { uploadLeases } from './migrations/0017-upload-leases.ts';
import { deferredLengths } from './migrations/0018-deferred-lengths.ts';
import { workloadIdentities } from './migrations/0019-workload-identities.ts';
import { concatenation } from './migrations/0020-concatenation.ts';
import { backups } from './migrations/0021-backups.ts';
import { imports } from './migrations/0022-imports.ts';
import { notifications } from './migrations/0023-notifications.ts';
import { malware } from './migrations/0024-malware.ts';
import { malwareRescan } from './migrations/0025-malware-rescan.ts';

/** In order of application; forward only. */
export const migrations: readonly Migration[] = [
  initial,
  transfer,
  archives,
  ownerSums,
  accounts,
  shares,
  administration,
  socialSignIn,
  mailedRecipients,
  uploadTokens,
  thumbnails,
  displayNames,
  mailFailures,
  pieces,
  servers,
  mailClaims,
  uploadLeases,
  deferredLengths,
  workloadIdentities,
  concatenation,
  backups,
  imports,
  notifications,
  malware,
  malwareRescan,
];
