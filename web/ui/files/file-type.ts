import {
  Archive as archiveIcon,
  CodeXml as codeIcon,
  FileText as documentIcon,
  File as fileIcon,
  Film as filmIcon,
  Folder as folderIcon,
  type IconNode,
  Image as pictureIcon,
  Music as soundIcon,
  Table as tableIcon,
} from 'lucide';

/** The kinds of files that have a colour and an icon of their own. */
export const fileTypes = [
  'picture',
  'film',
  'sound',
  'document',
  'table',
  'archive',
  'code',
  'folder',
  'other',
] as const;
export type FileType = (typeof fileTypes)[number];

export const typeIcons: Readonly<Record<FileType, IconNode>> = {
  picture: pictureIcon,
  film: filmIcon,
  sound: soundIcon,
  document: documentIcon,
  table: tableIcon,
  archive: archiveIcon,
  code: codeIcon,
  folder: folderIcon,
  other: fileIcon,
};

const extensions: Partial<Readonly<Record<FileType, string>>> = {
  picture: 'jpg jpeg png gif webp avif heic heif svg bmp tif tiff ico raw dng cr2 nef psd ai xcf',
  film: 'mp4 m4v mov mkv webm avi wmv mpg mpeg ogv 3gp',
  sound: 'mp3 m4a aac flac wav ogg oga opus wma aiff mid',
  document: 'pdf txt md rtf doc docx odt pages epub log tex srt vtt ppt pptx odp key',
  table: 'xls xlsx ods numbers csv tsv',
  archive: 'zip 7z rar tar gz tgz bz2 xz zst lz4 br iso img dmg exe msi deb rpm apk pkg appimage jar',
  code: 'js jsx ts tsx mjs cjs json html css scss xml yml yaml toml ini sh bash ps1 py rb go rs java kt swift c h cpp hpp cs php sql lua r ipynb vue svelte',
};

const byExtension = new Map(
  fileTypes.flatMap((type) => (extensions[type]?.split(' ') ?? []).map((extension) => [extension, type])),
);

/** The type of a file, by the extension of its name. */
export function fileTypeOf(name: string): FileType {
  return byExtension.get(extensionOf(name)) ?? 'other';
}

/** How a small picture of a file of this type is cut: pages begin at their top. */
export function cropOf(type: FileType): { objectPosition: string } {
  return { objectPosition: type === 'document' ? 'top' : 'center' };
}

/** The extension of a name in lower case; empty if there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}
