import {
  mdiFileCodeOutline,
  mdiFileDocumentOutline,
  mdiFileExcelOutline,
  mdiFileOutline,
  mdiFilePdfBox,
  mdiFilePresentationBox,
  mdiFormatFont,
  mdiImageOutline,
  mdiMusicNoteOutline,
  mdiPackageVariantClosed,
  mdiVideoOutline,
  mdiZipBoxOutline,
} from '@mdi/js';

const byExtension: readonly (readonly [icon: string, extensions: string])[] = [
  [mdiImageOutline, 'jpg jpeg png gif webp avif heic heif svg bmp tif tiff ico raw dng cr2 nef psd ai xcf'],
  [mdiVideoOutline, 'mp4 m4v mov mkv webm avi wmv mpg mpeg ogv 3gp'],
  [mdiMusicNoteOutline, 'mp3 m4a aac flac wav ogg oga opus wma aiff mid'],
  [mdiFilePdfBox, 'pdf'],
  [mdiFileDocumentOutline, 'txt md rtf doc docx odt pages epub log tex'],
  [mdiFileExcelOutline, 'xls xlsx ods numbers csv tsv'],
  [mdiFilePresentationBox, 'ppt pptx odp key'],
  [mdiZipBoxOutline, 'zip 7z rar tar gz tgz bz2 xz zst lz4 br'],
  [mdiPackageVariantClosed, 'iso img dmg exe msi deb rpm apk pkg appimage jar'],
  [mdiFormatFont, 'ttf otf woff woff2'],
  [
    mdiFileCodeOutline,
    'js jsx ts tsx mjs cjs json html css scss xml yml yaml toml ini sh bash ps1 py rb go rs java kt swift c h cpp hpp cs php sql lua r ipynb vue svelte',
  ],
];

const icons = new Map(
  byExtension.flatMap(([icon, list]) => list.split(' ').map((extension) => [extension, icon])),
);

/** The icon of a file, by the extension of its name. */
export function fileIcon(name: string): string {
  const dot = name.lastIndexOf('.');
  return icons.get(name.slice(dot + 1).toLowerCase()) ?? mdiFileOutline;
}
