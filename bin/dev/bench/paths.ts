import { fileURLToPath } from 'node:url';

/** The program as it is installed. */
export const executable = fileURLToPath(new URL('../../../../bin/fileshare.js', import.meta.url));

/** Returns the path of a separate program that the bench starts: a peer, or a client. */
export function programPath(name: string): string {
  return fileURLToPath(new URL(`./programs/${name}.js`, import.meta.url));
}
