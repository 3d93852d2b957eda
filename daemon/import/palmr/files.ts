import { join } from 'node:path';
import { groupBy } from '../groups.ts';
import type { SourceFile } from '../model.ts';
import { filesBelow, objectAt } from '../places.ts';
import type { SourceBucket } from '../source-bucket.ts';
import type { ByteRecipe } from '../source-bytes.ts';
import { momentOf, numberOf, type Row, textOf } from '../source-database.ts';

export interface Place {
  /** The data volume. */
  folder: string;
  /** A copy of the bucket. */
  copy: string | undefined;
  bucket: SourceBucket | null;
  recipe: ByteRecipe;
}

export function toFile(row: Row, path: string, { folder, copy, bucket, recipe }: Place): SourceFile {
  const objectName = textOf(row['objectName']) ?? '';
  // Version 3.3 has moved files to keys of the second form, and left the names in the database.
  const names = [...new Set([objectName, objectName.replaceAll(/[^A-Za-z0-9\-_./]/g, '_')])];
  const roots = [join(folder, 'uploads'), ...(copy === undefined ? [] : [copy])];
  const oldId = textOf(row['id']) ?? '';
  return {
    oldId,
    path,
    size: numberOf(row['size']) ?? 0,
    createdAt: momentOf(row['createdAt']) ?? Date.now(),
    places: [
      ...roots.flatMap((root) => names.flatMap((name) => filesBelow(root, name))),
      ...(bucket ? names.map((name) => objectAt(bucket, name)) : []),
    ],
    recipe,
    links: [`/e/${oldId}`],
  };
}

interface Library {
  files: readonly Row[];
  folders: readonly Row[];
}

/** The accounts' files and folders, of which shares have some. */
export function createLibrary({ files, folders }: Library) {
  const fileById = new Map(files.map((row) => [textOf(row['id']) ?? '', row]));
  const folderById = new Map(folders.map((row) => [textOf(row['id']) ?? '', row]));
  const filesOf = groupBy(files, 'folderId');
  const foldersOf = groupBy(folders, 'parentId');

  /** Returns the folders around something, the innermost first. */
  function ancestorsOf(row: Row, column: 'folderId' | 'parentId'): Row[] {
    const found: Row[] = [];
    let folder = folderById.get(textOf(row[column]) ?? '');
    // A folder in itself would never end.
    while (folder && !found.includes(folder)) {
      found.push(folder);
      folder = folderById.get(textOf(folder['parentId']) ?? '');
    }
    return found;
  }

  function filesBelow(folderId: string, seen = new Set<string>()): Row[] {
    if (seen.has(folderId)) return [];
    seen.add(folderId);
    const inner = (foldersOf.get(folderId) ?? []).flatMap((row) => filesBelow(textOf(row['id']) ?? '', seen));
    return [...(filesOf.get(folderId) ?? []), ...inner];
  }

  function pathOf(row: Row, shared: ReadonlySet<string>): string {
    const around = ancestorsOf(row, 'folderId');
    const topmost = around.findLastIndex((folder) => shared.has(textOf(folder['id']) ?? ''));
    const names = around.slice(0, topmost + 1).map((folder) => textOf(folder['name']) ?? '');
    return [...names.toReversed(), textOf(row['name']) ?? ''].join('/');
  }

  return {
    /**
     * Returns the files of a share with their paths: those that were chosen, in the folders that were chosen. A folder of
     * which no file was chosen has all of its files.
     */
    filesOfShare(fileIds: readonly string[], folderIds: readonly string[]): { row: Row; path: string }[] {
      const inShare = new Set(folderIds);
      const chosen = new Set(fileIds.map((id) => fileById.get(id)).filter((row) => row !== undefined));
      const touched = new Set(
        [...chosen].flatMap((row) =>
          ancestorsOf(row, 'folderId').map((folder) => textOf(folder['id']) ?? ''),
        ),
      );
      const whole = folderIds.filter((id) => !touched.has(id)).flatMap((id) => filesBelow(id));
      return [...new Set([...chosen, ...whole])].map((row) => ({ row, path: pathOf(row, inShare) }));
    },

    /** Returns the other files by account, with all folders around them. */
    filesWithout(shared: ReadonlySet<Row>): Map<string, { row: Row; path: string }[]> {
      const everywhere = new Set(folderById.keys());
      const unshared = groupBy(
        files.filter((row) => !shared.has(row)),
        'userId',
      );
      return new Map(
        [...unshared].map(([userId, rows]) => [
          userId,
          rows.map((row) => ({ row, path: pathOf(row, everywhere) })),
        ]),
      );
    },
  };
}
