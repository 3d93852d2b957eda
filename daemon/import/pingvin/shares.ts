import { join } from 'node:path';
import type { ImportFinding } from '#sdk/contract/host/imports.js';
import { groupBy } from '../groups.ts';
import type { SourceFile, SourceReverseShare, SourceShare } from '../model.ts';
import { filesBelow, objectAt } from '../places.ts';
import type { SourceBucket } from '../source-bucket.ts';
import { expiryOf, flagOf, momentOf, numberOf, type Row, textOf } from '../source-database.ts';

/** Where files can be. */
export interface Places {
  folder: string;
  /** A copy of the bucket. */
  copy: string | undefined;
  bucket: SourceBucket | null;
  bucketPath: string | null;
}

interface ShareContext {
  reverseShares: ReadonlyMap<string, SourceReverseShare>;
  places: Places;
}

type RowsOf = (table: string) => readonly Row[];

export function readShares(rowsOf: RowsOf, context: ShareContext) {
  const files = groupBy(rowsOf('File'), 'shareId');
  const security = groupBy(rowsOf('ShareSecurity'), 'shareId');
  const recipients = groupBy(rowsOf('ShareRecipient'), 'shareId');
  const accounts = groupBy(rowsOf('ShareUserRecipient'), 'shareId');
  const emails = new Map(rowsOf('User').map((row) => [textOf(row['id']), textOf(row['email'])]));
  const findings: ImportFinding[] = [];
  const shares: SourceShare[] = [];
  let filesLeft = 0;
  for (const row of rowsOf('Share')) {
    const id = textOf(row['id']) ?? '';
    const code = whyLeft(row);
    if (code !== null) {
      findings.push({ code, name: id });
      filesLeft += files.get(id)?.length ?? 0;
      continue;
    }
    const addresses = [
      ...(recipients.get(id) ?? []).map((recipient) => textOf(recipient['email'])),
      ...(accounts.get(id) ?? []).map((account) => emails.get(textOf(account['userId'])) ?? null),
    ];
    const share = toShare(row, security.get(id)?.[0] ?? {}, context);
    const own = (files.get(id) ?? []).map((file) => toFile(file, id, context.places));
    shares.push({ ...share, recipients: addresses.filter((address) => address !== null), files: own });
  }
  return { shares, left: rowsOf('Share').length - shares.length, filesLeft, findings };
}

function whyLeft(row: Row): 'share_removed' | 'share_blocked' | 'share_unfinished' | null {
  if (textOf(row['removedReason']) !== null) return 'share_removed';
  // In Pingvin Share X, nobody sees a blocked share, not even its owner.
  if (textOf(row['blockedAt']) !== null) return 'share_blocked';
  return flagOf(row['uploadLocked']) ? null : 'share_unfinished';
}

function toShare(row: Row, security: Row, { reverseShares }: ShareContext): SourceShare {
  const id = textOf(row['id']) ?? '';
  const reverseShare = reverseShares.get(textOf(row['reverseShareId']) ?? '');
  return {
    oldId: id,
    id,
    // Of a received share, the creator is its sender.
    ownerOldId: reverseShare ? reverseShare.ownerOldId : textOf(row['creatorId']),
    reverseShareOldId: reverseShare?.oldId ?? null,
    name: textOf(row['name']),
    description: textOf(row['description']),
    passwordHash: textOf(security['password']),
    maxViews: numberOf(security['maxViews']) || null,
    views: numberOf(row['views']) ?? 0,
    createdAt: momentOf(row['createdAt']) ?? Date.now(),
    ...expiryOf(row['expiration']),
    audience: audienceOf(security, reverseShare),
    recipients: [],
    files: [],
  };
}

function audienceOf(security: Row, reverseShare: SourceReverseShare | undefined): SourceShare['audience'] {
  if (flagOf(security['restrictToRecipients'])) return 'recipients';
  return reverseShare?.isPrivate ? 'owner' : 'anyone';
}

function toFile(row: Row, shareId: string, { folder, copy, bucket, bucketPath }: Places): SourceFile {
  const oldId = textOf(row['id']) ?? '';
  const name = textOf(row['name']) ?? '';
  // In a bucket the key has the name, not the id.
  const keys = keyPrefixes(bucketPath).map((prefix) => `${prefix}${shareId}/${name}`);
  return {
    oldId,
    path: name,
    size: numberOf(row['size']) ?? 0,
    createdAt: momentOf(row['createdAt']) ?? Date.now(),
    places: [
      ...filesBelow(join(folder, 'uploads/shares'), `${shareId}/${oldId}`),
      ...(copy === undefined ? [] : [...keys, `${shareId}/${name}`].flatMap((key) => filesBelow(copy, key))),
      ...(bucket ? keys.map((key) => objectAt(bucket, key)) : []),
    ],
    links: [],
  };
}

/** Returns what keys begin with: old versions have used slashes at the ends of the path as they are, later ones cut them. */
export function keyPrefixes(bucketPath: string | null): string[] {
  if (!bucketPath) return [''];
  const cut = bucketPath.replaceAll(/^\/+|\/+$/g, '');
  return [...new Set([`${bucketPath}/`, cut === '' ? '' : `${cut}/`])];
}
