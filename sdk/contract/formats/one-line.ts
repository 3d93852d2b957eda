/** Control characters, halves of characters, and characters that change the direction of the text around them. */
const refused = String.raw`\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069`;

/** Matches a text that can be the name of something. */
export const oneLinePattern = new RegExp(`^[^${refused}]*$`, 'u');

const refusedPattern = new RegExp(`[${refused}]+`, 'gu');

/** Makes a name of a text that was not entered as one, such as the name of a file. */
export function toOneLine(text: string): string {
  return text.replaceAll(refusedPattern, ' ').trim();
}
