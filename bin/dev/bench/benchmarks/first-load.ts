import { readFirstLoad } from '../../first-load.ts';
import type { Benchmark } from '../benchmark.ts';

const name = 'HTML, scripts, styles and texts, gzip';

export const firstLoad: Benchmark = {
  name: 'first-load',
  title: 'First load of a share page',
  unit: 'kB',
  note: 'According to the build manifest, without the font and the picture.',
  goals: [{ ours: name, atMost: 180 }],
  repetitions: { full: 1, quick: 1 },
  async prepare() {
    const { everyPage, pages } = readFirstLoad();
    const bytes = [...everyPage, ...(pages['share'] ?? [])].reduce((sum, file) => sum + file.bytes, 0);
    return [{ name, run: async () => ({ value: bytes / 1e3 }) }];
  },
};
