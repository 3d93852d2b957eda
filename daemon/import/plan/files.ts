import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { normalizePath } from '#sdk/contract/formats/paths.js';
import { FileId } from '#sdk/contract/formats/primitives.js';
import type { SourceFile, SourceShare } from '../model.ts';
import { findBytes } from '../source-bytes.ts';
import { choosePath } from './names.ts';
import type { PlannedFile, Planning } from './plan.ts';

/** Looks for the bytes of files of a share, and chooses their paths among those that are taken. */
export async function planFiles(
  { core, source, note }: Planning,
  share: SourceShare,
  taken: ReadonlySet<string> = new Set(),
): Promise<PlannedFile[]> {
  // A file and a folder of one name cannot lie in one folder of the recipient.
  const paths = new Set([...taken, ...share.files.flatMap(({ path }) => foldersOf(normalizePath(path)))]);
  const planned: PlannedFile[] = [];
  for (const from of share.files) {
    const name = `${share.id}/${from.path}`;
    const found = await findBytes(from);
    if (found.kind === 'missing') note('file_missing', name);
    if (found.kind === 'unreadable') note('file_encrypted', name);
    if (found.kind === 'wrong') note('file_size_differs', name, `${from.size} ≠ ${found.stored}`);
    if (found.kind !== 'found') continue;
    const path = choosePath(from.path, paths);
    if (path !== from.path.normalize('NFC')) note('file_renamed', name, path);
    paths.add(path);
    const own = idOfUuid(from.oldId);
    const isFree = own !== null && (await core.uow.read.files.findByUpload(own)) === null;
    const id = isFree ? own : deriveId(source.id, share, from);
    planned.push({ from, id, path, place: found.place, stored: found.stored });
  }
  return planned;
}

/** The folders that a path leads through: `a`, `a/b` */
function foldersOf(path: string): string[] {
  const names = path.split('/');
  return names.slice(1).map((_, i) => names.slice(0, i + 1).join('/'));
}

/** A UUID keeps its digits, so that links that name it lead to the file. */
function idOfUuid(oldId: string): string | null {
  const id = z.safeParse(FileId, oldId.replaceAll('-', '').toLowerCase());
  return id.success ? id.data : null;
}

function deriveId(source: string, share: SourceShare, file: SourceFile): string {
  const text = JSON.stringify([source, share.oldId, file.oldId]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
