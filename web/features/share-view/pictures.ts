import type { ShareFile, ThumbnailSize } from '#sdk/contract/files.js';
import { client } from '../../lib/sdk.ts';
import { type FileType, fileTypeOf } from '../../ui/files/file-type.ts';
import type { PrintedFile } from '../../ui/files/Print.tsx';
import { huesOfType } from '../../ui/files/type-hues.ts';

/** Width by height of a print without a picture. */
const typeRatios: Partial<Readonly<Record<FileType, number>>> = { picture: 1.5, film: 1.5, document: 0.71 };

/** The address of a small picture of a file; undefined if the server has none. */
export function pictureOf(shareId: string, file: ShareFile, size: ThumbnailSize): string | undefined {
  return file.thumbnail ? client.thumbnailUrl(shareId, file.id, size) : undefined;
}

/** Width by height of a file on paper. */
export function ratioOf({ name, thumbnail }: ShareFile): number {
  return thumbnail ? thumbnail.width / thumbnail.height : (typeRatios[fileTypeOf(name)] ?? 1);
}

/** A file as it is printed */
export function printOf(shareId: string, file: ShareFile): PrintedFile {
  return { name: file.name, picture: pictureOf(shareId, file, 'small') };
}

/** The two hues that a file brings to the page: those of its picture, or that of its type. */
export function huesOf({ name, thumbnail }: ShareFile): readonly [number, number] {
  return thumbnail?.hues ?? huesOfType(fileTypeOf(name));
}
