/**
 * Names of archive entries that can be unpacked on every system: what Windows, macOS or Linux cannot have as a name is
 * replaced, and no two entries meet in one file where capitals do not count.
 */
export interface ArchiveNames {
  /** The entry name of a path inside the share. Folders keep their structure; every path is to be given once. */
  add(path: string): string;
}

export function createArchiveNames(): ArchiveNames {
  /** Names given out, of files and folders, as a system sees them that ignores capitals. */
  const taken = new Set<string>();
  /** Next number to try for a name that was taken; trying from 2 again would take quadratic time. */
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

  /** The entry name of a folder with its last slash; `path` as well. */
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
// Control characters are what is replaced.
const unportable = /[<>:"|?*\\/\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffd]/gu;
const trailingDotsAndSpaces = /[. ]+$/u;
/** Windows takes these for devices whatever follows the first dot. */
const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])[ ]*(?:\.|$)/iu;

/** One name, without folders, as every system can have it. */
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
/** What follows the last dot of a name is hardly an extension when it is longer. */
const maxExtensionBytes = 32;

/** `name (2).ext`; a long name gives way to the number. */
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

/** Both ways, since some letters are equal only in capitals; finding too many equal costs a number, no more. */
function foldCase(name: string): string {
  return name.toUpperCase().toLowerCase();
}

/** `parent` with its last slash, or empty. */
function split(path: string): { parent: string; name: string } {
  const slash = path.lastIndexOf('/');
  return { parent: path.slice(0, slash + 1), name: path.slice(slash + 1) };
}

/** The last line of defence: an unpacker that believes a harmful name writes where it should not. */
export function assertHarmless(entry: string): void {
  const parts = entry.split('/');
  const isHarmful =
    entry.includes('\\') ||
    entry.includes('\0') ||
    parts.some((part) => part === '' || part === '.' || part === '..') ||
    /^[a-z]:/iu.test(entry);
  if (isHarmful) throw new Error('the name of an archive entry would be harmful');
}
