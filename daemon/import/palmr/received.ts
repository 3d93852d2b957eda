import { newShareId } from '../../crypto/ids.ts';
import { groupBy } from '../groups.ts';
import type { SourceReverseShare, SourceShare } from '../model.ts';
import { momentOf, type Row, textOf } from '../source-database.ts';

/** Files of one sender that are less than this apart came together: nothing else tells. */
const pause = 3_600_000;

/** Makes shares of the files that a reverse share has received, without the files themselves. */
export function groupReceived(
  rows: readonly Row[],
  reverseShare: SourceReverseShare,
): { share: SourceShare; rows: Row[] }[] {
  const senders = groupBy(
    rows.map((row) => ({
      ...row,
      sender: textOf(row['uploaderEmail']) ?? textOf(row['uploaderName']) ?? '',
    })),
    'sender',
  );
  return [...senders.values()].flatMap((ofSender) => {
    const groups: Row[][] = [];
    let last = Number.NEGATIVE_INFINITY;
    for (const row of ofSender.toSorted((a, b) => timeOf(a) - timeOf(b))) {
      const isNew = timeOf(row) - last >= pause;
      last = timeOf(row);
      if (isNew) groups.push([row]);
      else groups.at(-1)?.push(row);
    }
    return groups.map((group) => ({ share: toShare(group, reverseShare), rows: group }));
  });
}

const timeOf = (row: Row) => momentOf(row['createdAt']) ?? 0;

function toShare(rows: readonly Row[], { oldId, ownerOldId }: SourceReverseShare): SourceShare {
  const [first = {}] = rows;
  const [name, email] = [textOf(first['uploaderName']), textOf(first['uploaderEmail'])];
  return {
    oldId: `${oldId} ${textOf(first['id'])}`,
    id: newShareId(16),
    ownerOldId,
    reverseShareOldId: oldId,
    name: name ?? email,
    description: name === null ? null : email,
    passwordHash: null,
    maxViews: null,
    views: 0,
    createdAt: timeOf(first) || Date.now(),
    expiresAt: null,
    isExpiryUnreadable: false,
    audience: 'owner',
    recipients: [],
    files: [],
  };
}
