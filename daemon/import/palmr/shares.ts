import type { ImportFinding } from '#sdk/contract/host/imports.js';
import { newShareId } from '../../crypto/ids.ts';
import { groupBy } from '../groups.ts';
import type { SourceShare } from '../model.ts';
import { expiryOf, momentOf, numberOf, type Row, textOf } from '../source-database.ts';
import { createLibrary, type Place, toFile } from './files.ts';

type RowsOf = (
  table:
    | 'users'
    | 'files'
    | 'folders'
    | 'shares'
    | 'share_security'
    | 'share_aliases'
    | 'share_recipients'
    | '_ShareFiles'
    | '_ShareFolders',
) => readonly Row[];

/** Reads the shares, and makes one for each account of its files that are in none. */
export function readShares(
  rowsOf: RowsOf,
  place: Place,
): { shares: SourceShare[]; filesLeft: number; findings: ImportFinding[] } {
  const library = createLibrary({ files: rowsOf('files'), folders: rowsOf('folders') });
  const security = new Map(rowsOf('share_security').map((row) => [textOf(row['id']), row]));
  const aliases = new Map(
    rowsOf('share_aliases').map((row) => [textOf(row['shareId']), textOf(row['alias'])]),
  );
  const recipients = groupBy(rowsOf('share_recipients'), 'shareId');
  // Prisma names the columns by the order of the names of the models.
  const fileRows = groupBy(rowsOf('_ShareFiles'), 'B');
  const folderRows = groupBy(rowsOf('_ShareFolders'), 'B');
  const idsOf = (rows: readonly Row[] | undefined) => (rows ?? []).flatMap((row) => textOf(row['A']) ?? []);
  const shared = new Set<Row>();
  const links = new Set<string>();
  const shares = rowsOf('shares').map((row): SourceShare => {
    const oldId = textOf(row['id']) ?? '';
    const own = library.filesOfShare(idsOf(fileRows.get(oldId)), idsOf(folderRows.get(oldId)));
    const expiry = expiryOf(row['expiration']);
    const id = aliases.get(oldId) ?? oldId;
    // Files outlive their shares there. An expired share may be left out, and the second of a link in another case is.
    const isOver = expiry.expiresAt !== null && expiry.expiresAt <= Date.now();
    if (!isOver && !links.has(id.toLowerCase())) for (const file of own) shared.add(file.row);
    links.add(id.toLowerCase());
    const rules = security.get(textOf(row['securityId'])) ?? {};
    return {
      oldId,
      id,
      ownerOldId: textOf(row['creatorId']),
      reverseShareOldId: null,
      name: textOf(row['name']),
      description: textOf(row['description']),
      passwordHash: textOf(rules['password']),
      maxViews: numberOf(rules['maxViews']) || null,
      views: numberOf(row['views']) ?? 0,
      createdAt: momentOf(row['createdAt']) ?? Date.now(),
      ...expiry,
      audience: 'anyone',
      recipients: (recipients.get(oldId) ?? []).flatMap((each) => textOf(each['email']) ?? []),
      files: own.map(({ row: file, path }) => toFile(file, path, place)),
    };
  });
  const accounts = new Set(rowsOf('users').map((row) => textOf(row['id'])));
  const outside = [...library.filesWithout(shared)];
  const lost = outside.flatMap(([userId, files]) => (accounts.has(userId) ? [] : files));
  return {
    shares: [
      ...shares,
      ...outside
        .filter(([userId]) => accounts.has(userId))
        .map(([userId, files]) =>
          toLibraryShare(
            userId,
            files.map(({ row, path }) => toFile(row, path, place)),
          ),
        ),
    ],
    filesLeft: lost.length,
    findings: lost.map(({ row, path }) => ({
      code: 'file_unshared',
      name: path,
      detail: `${textOf(row['size'])} B`,
    })),
  };
}

/** A share of files that were in none: only their owner may see them. */
function toLibraryShare(userId: string, files: SourceShare['files']): SourceShare {
  return {
    oldId: `library ${userId}`,
    id: newShareId(16),
    ownerOldId: userId,
    reverseShareOldId: null,
    name: 'Files from Palmr',
    description: null,
    passwordHash: null,
    maxViews: null,
    views: 0,
    createdAt: files.reduce((last, { createdAt }) => Math.max(last, createdAt), 0),
    expiresAt: null,
    isExpiryUnreadable: false,
    audience: 'library',
    recipients: [],
    files,
  };
}
