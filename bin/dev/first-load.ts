import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

export interface LoadedFile {
  /** Relative to the folder of the page. */
  file: string;
  /** Compressed with gzip. */
  bytes: number;
}

export interface FirstLoad {
  /** What every page loads: the document, its scripts, styles and texts. */
  everyPage: readonly LoadedFile[];
  /** What each page of the table loads in addition, before it asks for its data. */
  pages: Readonly<Record<string, readonly LoadedFile[]>>;
}

const folder = 'dist/web';
const table = 'web/app/pages.ts';

/** Reads from the build manifest which files a browser loads for a page; without the font and pictures. */
export function readFirstLoad(): FirstLoad {
  const manifest = JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8')) as Manifest;
  const everyPage = new Set(['index.html', ...filesOf(manifest, ['index.html', textsIn('everybody')])]);
  const measured = (file: string) => ({ file, bytes: gzipSync(readFileSync(`${folder}/${file}`)).length });
  const pages = Object.entries(readPages()).map(([name, entries]) => {
    const files = [...filesOf(manifest, entries)].filter((file) => !everyPage.has(file));
    return [name, files.map(measured)] as const;
  });
  return { everyPage: [...everyPage].map(measured), pages: Object.fromEntries(pages) };
}

/** The file without its folder and hash: `ShareViewPage.js`. */
export function nameOf({ file }: LoadedFile): string {
  return file.replace(/^assets\//, '').replace(/-[\w-]{6,8}(\.\w+)$/, '$1');
}

/** The entries in the manifest of each page, as the table of pages names them. */
function readPages(): Record<string, string[]> {
  const text = readFileSync(table, 'utf8');
  const [, pages = '', layouts = ''] =
    /^export const pages.*?\{\n(.*?)^\};.*?^export const layouts = \{\n(.*?)^\}/ms.exec(text) ?? [];
  const frames = readRows(layouts);
  const rows = Object.entries(readRows(pages));
  const loads = pages.match(/load: async/g) ?? [];
  if (rows.length === 0 || rows.length !== loads.length)
    throw new Error(`${table} has rows that cannot be read`);
  return Object.fromEntries(
    rows.map(([name, { entries, frame }]) => [name, [...entries, ...(frames[frame]?.entries ?? [])]]),
  );
}

function readRows(rows: string): Record<string, { entries: string[]; frame: string }> {
  const found = rows.matchAll(/^ {2}(\w+): \{(.*?)(?: |^ {2})\},$/gms);
  return Object.fromEntries(
    [...found].map(([, name = '', row = '']) => {
      const [, code = ''] = /import\('\.\.\/(.*?)'\)/.exec(row) ?? [];
      const [, texts = ''] = /texts: \[(.*?)\]/.exec(row) ?? [];
      const [, frame = ''] = /frame: '(\w+)'/.exec(row) ?? [];
      const parts = [...texts.matchAll(/\w+/g)].map(([part]) => textsIn(part));
      return [name, { entries: [code, ...parts], frame }];
    }),
  );
}

const textsIn = (part: string) => `../sdk/i18n/locales/en.json?part=${part}`;

function filesOf(manifest: Manifest, keys: readonly string[], seen = new Set<string>()): Set<string> {
  const files = new Set<string>();
  for (const key of keys.filter((one) => !seen.has(one))) {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${key} is not in the manifest`);
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...filesOf(manifest, chunk.imports ?? [], seen)]) {
      files.add(file);
    }
  }
  return files;
}
