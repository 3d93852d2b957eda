import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * Returns the version of this package. The package finds itself by name, both from the sources and from the built
 * files.
 */
export function readVersion(): string {
  const path = createRequire(import.meta.url).resolve('fileshare/package.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
  return manifest.version;
}
