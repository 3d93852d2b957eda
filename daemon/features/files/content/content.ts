import { nameOfPath } from '#sdk/contract/formats/paths.js';
import { toPortableName } from '../../../transfer/zip/names.ts';
import type { FileRecord, FileShare } from '../types.ts';
import { contentTypeOf } from './media-types.ts';

/** Users' bytes that are about to be sent, and what the headers say about them. */
export interface Content {
  /** The name under which it is saved. */
  name: string;
  /** Value of the `Content-Type` header. */
  type: string;
  size: number;
  /** A strong entity tag with its quotes. */
  etag: string;
  lastModified: Date | null;
  isInline: boolean;
  /** The browser may keep it, and asks before each use whether it may still show it. */
  isKept?: boolean;
  /** Lower-case hexadecimal, if it is known. */
  sha256?: string;
}

/** Files that are downloaded often are described once for each time that they are read from the database. */
const saved = new WeakMap<FileRecord, Content>();

/** Describes a file. `wantsInline` is granted only to types that browsers can show without running anything. */
export function fileContent(file: FileRecord, wantsInline: boolean): Content {
  if (wantsInline) return describe(file, true);
  const content = saved.get(file) ?? describe(file, false);
  saved.set(file, content);
  return content;
}

function describe(file: FileRecord, wantsInline: boolean): Content {
  const name = nameOfPath(file.path);
  const { header, canBeInline } = contentTypeOf(name);
  // Clocks of senders can be ahead; no answer may be older than its content (RFC 9110 §8.8.2.1).
  const lastModified = new Date(Math.min(file.lastModified ?? file.createdAt, file.createdAt));
  const { size, sha256 } = file;
  return {
    name,
    type: header,
    size,
    etag: fileTag(file),
    lastModified,
    isInline: wantsInline && canBeInline,
    sha256,
  };
}

/** Describes the archive of all files, or of those with the selected paths. */
export function archiveContent(
  share: FileShare,
  { size, etag }: { size: number; etag: string },
  selected?: readonly string[],
): Content {
  const whole = share.name ?? share.id;
  const name = `${toPortableName(selected ? nameOfSelection(whole, selected) : whole)}.zip`;
  return { name, type: 'application/zip', size, etag, lastModified: null, isInline: false };
}

/** Another name than that of the whole share: with the folder that all of the files are in, if there is one. */
function nameOfSelection(whole: string, paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split('/').slice(0, -1));
  const end = first.findIndex((name, depth) => others.some((folders) => folders[depth] !== name));
  const folder = first.slice(0, end === -1 ? first.length : end).at(-1);
  return folder === undefined ? `${whole} (selection)` : `${whole} - ${folder}`;
}

/** A file never changes, so its id and the time of its commit identify its bytes. */
function fileTag({ id, size, createdAt }: FileRecord): string {
  return `"${id}-${size.toString(36)}-${createdAt.toString(36)}"`;
}
