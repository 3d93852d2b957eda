interface Chunk {
  file: string;
  imports?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

/** Scripts that the first script of the page would load later; named in the page, they arrive together with it. */
export interface FirstLoad {
  /** The texts of every page in a language. */
  textsIn(locale: string): readonly string[];
  /** What the page of a share needs. */
  share: readonly string[];
  /** The script that asks for the share before all others; undefined: there is no build. */
  visit: string | undefined;
}

/** Reads what the build has written about its files. */
export function readFirstLoad(written: string): FirstLoad {
  const manifest = JSON.parse(written) as Manifest;
  const textsOf = (locale: string) => manifest[`../sdk/i18n/locales/${locale}.json?part=everybody`]?.file;
  const loaded = filesOf(manifest, 'index.html', new Set());
  const share = filesOf(manifest, 'features/share-view/ShareViewPage.tsx', new Set());
  return {
    textsIn: (locale) => [textsOf(locale) ?? []].flat(),
    share: share.filter((file) => !loaded.includes(file)),
    visit: manifest['early/visit.ts']?.file,
  };
}

export function preloadLink(file: string): string {
  return `<link rel="modulepreload" crossorigin href="/${file}">`;
}

/** The script that runs as soon as it is there, and then starts the one of the page, which is fetched beside it. */
export function firstScript(file: string, main: string): string {
  return `<link rel="modulepreload" crossorigin href="${main}" data-main><script type="module" async crossorigin src="/${file}"></script>`;
}

/** The files of a chunk and of everything that it imports. */
function filesOf(manifest: Manifest, key: string, seen: Set<string>): string[] {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return [];
  seen.add(key);
  return [chunk.file, ...(chunk.imports ?? []).flatMap((other) => filesOf(manifest, other, seen))];
}
