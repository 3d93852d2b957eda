import { charset, lookup } from 'mime-types';

const unknownType = 'application/octet-stream';

/** Where the common table knows no type, or means something else by the extension than people who share files do. */
const textExtensions = new Set(
  `bat bats bib cfg cjs clj cmd conf cs cts dart diff dockerfile editorconfig elm env ex exs fish gitattributes
   gitignore go gradle graphql groovy hcl hs ini ipynb jl jsonl kt kts lock log lua makefile mk ml mts ndjson nfo nim
   nix patch php pl pm proto ps1 psm1 py pyi r rb rs rst scala sh sql srt svelte swift tcl tex tf toml ts tsx vim vue zig
   zsh`.split(/\s+/),
);

/** The media type by the extension, as a person or program would name it. */
export function mediaTypeOf(name: string): string {
  const dot = name.lastIndexOf('.');
  const extension = name.slice(dot + 1).toLowerCase();
  if (textExtensions.has(extension)) return 'text/plain';
  return (dot >= 0 && lookup(extension)) || unknownType;
}

/** What browsers may show in place. PDF is not among them: its viewers run scripts. */
const inlineTypes = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'video/mp4',
  'audio/mp4',
  'video/webm',
  'audio/webm',
  'video/ogg',
  'audio/ogg',
  'audio/mpeg',
  'audio/wav',
  'audio/x-wav',
  'audio/flac',
  'audio/x-flac',
]);

/** Text that a browser would run if it came to believe the file more than its header. */
const activeText =
  /^(?:text\/(?:html|xml|xsl|javascript|ecmascript)|application\/(?:xml|javascript|ecmascript)|.+\+xml)$/;

export interface ContentType {
  /** For the `Content-Type` header. */
  header: string;
  canBeInline: boolean;
}

/** How a file is served: everything that is text as plain text, so that no browser can take it for a page. */
export function contentTypeOf(name: string): ContentType {
  const type = mediaTypeOf(name);
  if (isText(type)) return { header: 'text/plain; charset=utf-8', canBeInline: !activeText.test(type) };
  return { header: type, canBeInline: inlineTypes.has(type) };
}

function isText(type: string): boolean {
  return (
    type.startsWith('text/') || type.endsWith('+json') || activeText.test(type) || charset(type) === 'UTF-8'
  );
}
