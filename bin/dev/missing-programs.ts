import { readFileSync } from 'node:fs';
import { findPostgres } from '../../daemon/testing/engines/postgres-server.ts';
import { hasS3Server, s3Packages } from '../../daemon/testing/engines/s3-programs.ts';
import { findChromium } from './find-chromium.ts';

/** What tests need that may not be installed here; without it, files that ask with this word skip tests. */
const needs = [
  { name: 'Ceph', word: 'hasS3Server', isInstalled: () => hasS3Server, packages: s3Packages },
  {
    name: 'PostgreSQL',
    word: 'findPostgres',
    isInstalled: () => findPostgres() !== null,
    packages: 'postgresql',
  },
  { name: 'Chromium', word: 'hasBrowser', isInstalled: () => findChromium() !== null, packages: 'chromium' },
];

/** Says which files with skipped tests lack a program, and how to install it: a line for each program. */
export function explainSkipped(
  files: readonly string[],
  { among = needs, read = (file: string) => readFileSync(file, 'utf8') } = {},
): string[] {
  const missing = among.filter(({ isInstalled }) => !isInstalled());
  return missing.flatMap(({ name, word, packages }) => {
    const skipped = files.filter((file) => read(file).includes(word));
    return skipped.length === 0
      ? []
      : [`skipped without ${name}: ${skipped.join(', ')} (apt install ${packages})`];
  });
}
