/**
 * Names of archive entries that can be unpacked on every system: characters that are invalid on Windows, macOS or Linux
 * are replaced, and no two entries become the same file on a case-insensitive system.
 */
export interface ArchiveNames {
  /**
   * Returns the entry name for a path in the share. Folders keep their structure; every path must be added only once.
   */
  add(path: string): string;
}

export function createArchiveNames(): ArchiveNames {
  /** Names in use, of files and folders, folded as on a case-insensitive system. */
  const taken = new Set<string>();
  /** Next number to try for a name that is taken; starting from 2 every time would take quadratic time. */
  const nextNumbers = new Map<string, number>();
  const folders = new Map<string, string>([['', '']]);

  function claim(folder: string, name: string): string {
    const first = `${folder}${name}`;
    let candidate = first;
    while (taken.has(foldCase(candidate))) {
      const number = nextNumbers.get(foldCase(first)) ?? 2;
      nextNumbers.set(foldCase(first), number + 1);
      candidate = `${folder}${numberName(name, number)}`;
    }
    taken.add(foldCase(candidate));
    return candidate;
  }

  /** Returns the entry name of a folder; it and `path` end with a slash. */
  function folderOf(path: string): string {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const { parent, name } = split(path.slice(0, -1));
    const folder = `${claim(folderOf(parent), toPortableName(name))}/`;
    folders.set(path, folder);
    return folder;
  }

  return {
    add(path) {
      const { parent, name } = split(path);
      const entry = claim(folderOf(parent), toPortableName(name));
      assertHarmless(entry);
      return entry;
    },
  };
}

const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
// Control characters are matched in order to be replaced.
const unportable = /[<>:"|?*\\/\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffd]/gu;
const trailingDotsAndSpaces = /[. ]+$/u;
/** Windows treats these names as devices, whatever follows the first dot. */
const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])[ ]*(?:\.|$)/iu;

/** Returns one name, without folders, in a form that is valid on every system. */
export function toPortableName(name: string): string {
  const cleaned = name
    .normalize('NFC')
    .toWellFormed()
    .replace(bidiControls, '')
    .replace(unportable, '_')
    .replace(trailingDotsAndSpaces, '');
  if (cleaned === '') return '_';
  return deviceName.test(cleaned) ? `_${cleaned}` : cleaned;
}

/** Most file systems refuse longer names. */
const maxNameBytes = 255;
/** A longer text after the last dot is probably not an extension. */
const maxExtensionBytes = 32;

/** Returns `name (2).ext`; a long name is shortened for the number. */
function numberName(name: string, number: number): string {
  const dot = name.lastIndexOf('.');
  const hasExtension = dot > 0 && Buffer.byteLength(name.slice(dot)) <= maxExtensionBytes;
  const stem = hasExtension ? name.slice(0, dot) : name;
  const suffix = ` (${number})${name.slice(stem.length)}`;
  return `${truncateToBytes(stem, maxNameBytes - Buffer.byteLength(suffix))}${suffix}`;
}

function truncateToBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let length = 0;
  let kept = '';
  for (const character of text) {
    length += Buffer.byteLength(character);
    if (length > bytes) break;
    kept += character;
  }
  return kept;
}

/** Folds both ways, because some letters are equal only in capitals; a false match only costs a number. */
function foldCase(name: string): string {
  return name.toUpperCase().toLowerCase();
}

/** `parent` ends with a slash, or is empty. */
function split(path: string): { parent: string; name: string } {
  const slash = path.lastIndexOf('/');
  return { parent: path.slice(0, slash + 1), name: path.slice(slash + 1) };
}

/** The last line of defense: a program that unpacks a harmful name would write outside its folder. */
export function assertHarmless(entry: string): void {
  const parts = entry.split('/');
  const isHarmful =
    entry.includes('\\') ||
    entry.includes('\0') ||
    parts.some((part) => part === '' || part === '.' || part === '..') ||
    /^[a-z]:/iu.test(entry);
  if (isHarmful) throw new Error('the name of an archive entry would be harmful');
}
