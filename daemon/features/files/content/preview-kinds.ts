import type { PreviewKind } from '#sdk/contract/files.js';
import { contentTypeOf, extensionOf, mediaTypeOf } from './media-types.ts';

/** Types that the browser itself loads from the address of the file, which it must be allowed to show inline. */
const mediaKinds = ['image', 'audio', 'video'] as const;

const markdown = new Set(['md', 'markdown', 'mkd']);

/** Shown with syntax highlighting; here it is only text, whatever it would do elsewhere. */
const code = new Set(
  `asm astro bash bat bats bib c cc cfg cjs clj cljs cmake cmd coffee conf cpp cs css cts cxx dart diff dockerfile
   editorconfig elm env erl ex exs f f77 f90 fish for fs gitattributes gitignore gitmodules go gradle graphql groovy gv
   h haml hbs hcl hh hpp hs htc htm html hxx ini ipynb jade java jl js jsonl jsx kt kts less litcoffee lock lua makefile
   map mdx mjs mk ml mts ndjson nim nix npmrc p pas patch pde php pl pm properties proto ps1 psm1 py pyi r rake rb rs rst
   s sass scala scss sgml sgm sh shtml sol sql styl stylus svelte swift t tcl tex tf toml ts tsx ttl vb vim vue wgsl wml
   wmls xml yaml yml zig zsh`.split(/\s+/),
);

/** Compressed or binary forms that their media type calls text. */
const unreadable = new Set(['bdm', 'svgz', 'wbxml', 'x3dz']);

/** Returns how the page can show a file, by its name; null: it cannot. */
export function previewKindOf(name: string): PreviewKind | null {
  const extension = extensionOf(name);
  const type = mediaTypeOf(name);
  const { header, canBeInline } = contentTypeOf(name);
  if (type === 'application/pdf') return 'pdf';
  if (!header.startsWith('text/plain')) {
    return canBeInline ? (mediaKinds.find((kind) => type.startsWith(`${kind}/`)) ?? null) : null;
  }
  if (unreadable.has(extension)) return null;
  if (markdown.has(extension)) return 'markdown';
  return code.has(extension) || /[/+](?:json|xml)$/.test(type) ? 'code' : 'text';
}
