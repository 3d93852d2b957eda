import path from 'node:path';
import ignore from 'ignore';
import { quoteWord } from '../io/quote-word.ts';

/** With more options, a command line is no longer something to copy. */
const maxOptions = 10;

/** `--exclude` with each pattern, ready to be added to a command; undefined if there are too many. */
export function excludeOptions(patterns: readonly string[]): string | undefined {
  if (patterns.length === 0 || patterns.length > maxOptions) return undefined;
  return patterns.map((pattern) => `--exclude ${quoteWord(pattern)}`).join(' ');
}

interface OtherFiles {
  /** Absolute paths of the files that stay. */
  kept: readonly string[];
  /** The paths of the command line. */
  given: readonly string[];
}

/**
 * Returns how to leave out files, given by absolute path, and none that stay: patterns, one for a folder of which
 * nothing stays. Null if no pattern tells them apart, such as files of the same name in two given folders.
 */
export function createExcluder({ kept, given }: OtherFiles): (files: readonly string[]) => string[] | null {
  const roots = rootsOf(given);
  const keptNames = kept.map((file) => namesBelow(file, roots));
  const staying = new Set(keptNames.flatMap(withFolders));
  return (files) => {
    const groups = new Map<string, string[][]>();
    for (const file of files) {
      const names = namesBelow(file, roots);
      const place = withFolders(names).find((candidate) => !staying.has(candidate));
      if (place === undefined) return null;
      const group = groups.get(place);
      if (group) group.push(names);
      else groups.set(place, [names]);
    }
    const patterns = [...groups].map(([place, group]) => patternOfGroup(place.split('/'), group));
    // Only placeholders can match other names too.
    const loose = patterns.filter((pattern) => /(?<!\\)\?/.test(pattern));
    const matcher = ignore({ ignorecase: false }).add(loose);
    return loose.length > 0 && keptNames.some((names) => matcher.ignores(names.join('/'))) ? null : patterns;
  };
}

function patternOfGroup(place: readonly string[], [first = [], ...others]: readonly string[][]): string {
  return others.length === 0 ? patternOf(first) : `${patternOf(place)}/`;
}

/** A pattern that leaves out a folder below one of the given paths. */
export function folderPattern(folder: string, given: readonly string[]): string {
  return patternOf(namesBelow(folder, rootsOf(given)));
}

function rootsOf(given: readonly string[]): string[] {
  return given.map((name) => path.resolve(name));
}

/** Patterns match paths below a given folder, or the name of a given file. */
function namesBelow(file: string, roots: readonly string[]): string[] {
  const root = roots.find((candidate) =>
    file.startsWith(candidate.endsWith(path.sep) ? candidate : candidate + path.sep),
  );
  return root === undefined ? [path.basename(file)] : path.relative(root, file).split(path.sep);
}

/** The folders that lead to a file, and the file: `a`, `a/b`, `a/b/file`. */
function withFolders(names: readonly string[]): string[] {
  return names.map((_name, index) => names.slice(0, index + 1).join('/'));
}

function patternOf(names: readonly string[]): string {
  return `/${names.map(escapePattern).join('/')}`;
}

/** A name as a pattern in .gitignore syntax. `?` stands for a character that a terminal cannot show. */
function escapePattern(name: string): string {
  return name
    .replaceAll(/[\\*?[\]!#]| +$/g, (special) => [...special].map((one) => `\\${one}`).join(''))
    .replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069\ufffd]/gu, '?');
}
