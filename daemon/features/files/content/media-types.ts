import { charset, lookup } from 'mime-types';

const unknownType = 'application/octet-stream';

/** Extensions for which the common table has no type, or a type other than the one people who share files expect. */
const textExtensions = new Set(
  `astro authors bash bat bats bib cfg changelog cjs clj cljs cmake cmd conf copying cs cts dart diff dockerfile
   editorconfig elm env erl ex exs fish fs gitattributes gitignore gitmodules go gradle graphql groovy haml hcl hpp hs
   hxx ini ipynb jl jsonl kt kts license lock log lua makefile mk ml mts ndjson nfo nim nix npmrc patch php pl pm
   properties proto ps1 psm1 py pyi r rake rb readme rs rst scala sh sol sql srt svelte swift tcl tex tf toml ts tsx vb
   vim vue zig zsh`.split(/\s+/),
);

/** Returns the media type for the extension, as a person or program would name it. */
export function mediaTypeOf(name: string): string {
  const extension = extensionOf(name);
  if (textExtensions.has(extension)) return 'text/plain';
  return (name.includes('.') && lookup(extension)) || unknownType;
}

/** Returns the extension in lower case; for a name without one, the whole name. */
export function extensionOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}

/** Types that browsers may show inline. PDF is not among them: its viewers run scripts. */
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

/** Text that a browser would run if it trusted the file more than its header. */
const activeText =
  /^(?:text\/(?:html|xml|xsl|javascript|ecmascript)|application\/(?:xml|javascript|ecmascript)|.+\+xml)$/;

export interface ContentType {
  /** Value of the `Content-Type` header. */
  header: string;
  canBeInline: boolean;
}

/** Returns how a file is served: all text as plain text, so that no browser can take it for a page. */
export function contentTypeOf(name: string): ContentType {
  const type = mediaTypeOf(name);
  if (isText(type)) return { header: 'text/plain; charset=utf-8', canBeInline: !activeText.test(type) };
  return { header: type, canBeInline: inlineTypes.has(type) };
}

/** Returns the type with which another server sends a file to be saved: only that of media, which run nothing. */
export function savedTypeOf(type: string): string {
  return inlineTypes.has(type) ? type : unknownType;
}

function isText(type: string): boolean {
  return (
    type.startsWith('text/') || type.endsWith('+json') || activeText.test(type) || charset(type) === 'UTF-8'
  );
}
