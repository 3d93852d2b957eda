/** The rules of file names and folder paths in a share. Client and server apply the same ones. */

export const pathProblems = [
  'empty',
  'absolute',
  'dots',
  'backslash',
  'control_character',
  'bidi_character',
  'not_utf8',
  'name_too_long',
  'path_too_long',
  'too_deep',
] as const;

export type PathProblem = (typeof pathProblems)[number];

export const pathLimits = {
  /** UTF-8 bytes of one name */
  nameBytes: 255,
  /** UTF-8 bytes of the whole path */
  pathBytes: 1024,
  /** folders above the file */
  folders: 32,
} as const;

// The pattern contains control characters because it matches them.
const controlPattern = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/** Embeddings, overrides and isolates can make `gpj.exe` look like `exe.jpg`; plain LRM and RLM marks cannot. */
const bidiPattern = /[\u202a-\u202e\u2066-\u2069]/;

const encoder = new TextEncoder();

/**
 * Finds what is wrong with a path inside a share; `null` if nothing is. A path is one or more names joined by `/`,
 * relative, in Unicode NFC; see {@link normalizePath}.
 */
export function findPathProblem(path: string): PathProblem | null {
  if (path === '') return 'empty';
  if (path.startsWith('/')) return 'absolute';
  if (path.includes('\\')) return 'backslash';
  if (controlPattern.test(path)) return 'control_character';
  if (bidiPattern.test(path)) return 'bidi_character';
  // File systems and decoders replace bytes that are not valid text with this character.
  if (path.includes('\ufffd')) return 'not_utf8';
  if (encoder.encode(path).length > pathLimits.pathBytes) return 'path_too_long';
  const names = path.split('/');
  if (names.length - 1 > pathLimits.folders) return 'too_deep';
  for (const name of names) {
    const problem = findNameProblem(name);
    if (problem) return problem;
  }
  return null;
}

function findNameProblem(name: string): PathProblem | null {
  if (name.trim() === '') return 'empty';
  if (name === '.' || name === '..') return 'dots';
  if (!name.isWellFormed()) return 'control_character';
  return encoder.encode(name).length > pathLimits.nameBytes ? 'name_too_long' : null;
}

/** Returns the form of a path that is stored and compared: Unicode NFC. */
export function normalizePath(path: string): string {
  return path.normalize('NFC');
}

/** Returns the last name of a path. */
export function nameOfPath(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
