import { AppError } from '#sdk/contract/errors.js';

/** The part of a text that is shown; more would make the page slow. */
export const shownTextBytes = 1_000_000;

export interface TextContent {
  text: string;
  /** Whether the file contains more than is shown. */
  isCut: boolean;
}

/** The content cannot be shown as text, whatever the name of the file is. */
export class NotATextError extends Error {
  override name = 'NotATextError';
}

/**
 * The beginning of a file as text.
 *
 * @throws NotATextError when it contains anything other than text
 * @throws AppError when the server refuses
 */
export async function readText(url: string, size: number, signal: AbortSignal): Promise<TextContent> {
  if (size === 0) return { text: '', isCut: false };
  const isCut = size > shownTextBytes;
  const headers = isCut ? { range: `bytes=0-${shownTextBytes - 1}` } : {};
  const response = await fetch(url, { headers, signal });
  if (!response.ok) throw new AppError([404, 410].includes(response.status) ? 'file_not_found' : 'internal');
  return { text: decodeText(new Uint8Array(await response.arrayBuffer())), isCut };
}

const marks = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const;

/**
 * Decodes text with its most likely encoding: that of its byte order mark, else UTF-8, else the one that old programs
 * in Western Europe used. Content with zero bytes is not text.
 */
export function decodeText(bytes: Uint8Array): string {
  const mark = marks.find((candidate) => candidate.bytes.every((byte, index) => bytes[index] === byte));
  if (mark) return new TextDecoder(mark.encoding).decode(bytes);
  if (bytes.includes(0)) throw new NotATextError();
  try {
    // Decoded as a stream, because the cut may be inside a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
