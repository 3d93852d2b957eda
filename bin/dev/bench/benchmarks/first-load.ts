import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Benchmark } from '../benchmark.ts';

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

const folder = 'dist/web';
/** The page itself, its parts and its texts: everything else is loaded later. */
const entries = [
  'index.html',
  'features/share-view/ShareViewPage.tsx',
  '../sdk/i18n/locales/en.json?part=everybody',
];
const name = 'HTML, scripts, styles and texts, gzip';

export const firstLoad: Benchmark = {
  name: 'first-load',
  title: 'First load of a share page',
  unit: 'kB',
  note: 'According to the build manifest, without the font and the picture.',
  goals: [{ ours: name, atMost: 180 }],
  repetitions: { full: 1, quick: 1 },
  async prepare() {
    const manifest = JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8')) as Manifest;
    const files = new Set(['index.html', ...entries.flatMap((entry) => filesOf(manifest, entry, new Set()))]);
    const bytes = [...files].reduce(
      (sum, file) => sum + gzipSync(readFileSync(`${folder}/${file}`)).length,
      0,
    );
    return [{ name, run: async () => ({ value: bytes / 1e3 }) }];
  },
};

function filesOf(manifest: Manifest, key: string, seen: Set<string>): string[] {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`${key} is not in the manifest`);
  if (seen.has(key)) return [];
  seen.add(key);
  const imported = (chunk.imports ?? []).flatMap((other) => filesOf(manifest, other, seen));
  return [chunk.file, ...(chunk.css ?? []), ...imported];
}
