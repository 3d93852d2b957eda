import type { Migration } from '../migrate.ts';
import { initial } from './0001-initial.ts';
import { transfer } from './0002-transfer.ts';
import { archives } from './0003-archives.ts';
import { ownerSums } from './0004-owner-sums.ts';
import { accounts } from './0005-accounts.ts';
import { shares } from './0006-shares.ts';
import { administration } from './0007-administration.ts';
import { socialSignIn } from './0008-social-sign-in.ts';
import { mailedRecipients } from './0009-mailed-recipients.ts';
import { uploadTokens } from './0010-upload-tokens.ts';
import { thumbnails } from './0011-thumbnails.ts';
import { displayNames } from './0012-display-names.ts';
import { mailFailures } from './0013-mail-failures.ts';
import { pieces } from './0014-pieces.ts';
import { servers } from './0015-servers.ts';
import { mailClaims } from './0016-mail-claims.ts';
import { uploadLeases } from './0017-upload-leases.ts';
import { deferredLengths } from './0018-deferred-lengths.ts';
import { workloadIdentities } from './0019-workload-identities.ts';
import { concatenation } from './0020-concatenation.ts';
import { backups } from './0021-backups.ts';
import { imports } from './0022-imports.ts';
import { notifications } from './0023-notifications.ts';
import { malware } from './0024-malware.ts';
import { malwareRescan } from './0025-malware-rescan.ts';

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
