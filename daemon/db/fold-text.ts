/** Limits how much one character that expands to many (U+FDFA) makes of a short text. */
const longest = 150;

/** Folds a text for sorting and searching: without case and accents. */
export function foldText(text: string): string {
  const bare = text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .normalize('NFC');
  return [...bare].slice(0, longest).join('');
}
