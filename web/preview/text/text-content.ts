import { AppError } from '#sdk/contract/errors.js';

/** The part of a text that is shown; more would make the page slow. */
export const shownTextBytes = 1_000_000;

export interface TextContent {
  text: string;
  /** There is more in the file than is shown. */
  isCut: boolean;
}

/** What cannot be shown as a text, whatever the file is called. */
export class NotATextError extends Error {
  override name = 'NotATextError';
}

/**
 * The beginning of a file as text.
 *
 * @throws NotATextError when it holds other things than text
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
 * Text in the encoding it most probably has: what its byte order mark says, else UTF-8, else the one that old programs
 * in Western Europe wrote. Whatever has zero bytes is no text.
 */
export function decodeText(bytes: Uint8Array): string {
  const mark = marks.find((candidate) => candidate.bytes.every((byte, index) => bytes[index] === byte));
  if (mark) return new TextDecoder(mark.encoding).decode(bytes);
  if (bytes.includes(0)) throw new NotATextError();
  try {
    // As a stream: the cut may lie inside a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
