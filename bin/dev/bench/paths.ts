import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** This checkout. */
export const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** The program as it is installed. */
export const executable = executableOf(root);

/** Returns the program of a checkout that has been built. */
export function executableOf(checkout: string): string {
  return join(checkout, 'bin', 'fileshare.js');
}

/** Returns the SDK of a checkout that has been built. */
export function sdkOf(checkout: string): string {
  return join(checkout, 'dist', 'sdk', 'index.js');
}

/** Returns the path of a separate program that the bench starts: a peer, or a client. */
export function programPath(name: string): string {
  return fileURLToPath(new URL(`./programs/${name}.js`, import.meta.url));
}
