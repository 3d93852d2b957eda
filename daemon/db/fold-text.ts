/** Bounds what one letter that stands for many (U+FDFA) makes of a short text. */
const longest = 150;

/** A text as people sort and search it: without case and accents. */
export function foldText(text: string): string {
  const bare = text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .normalize('NFC');
  return [...bare].slice(0, longest).join('');
}
