import { once } from 'node:events';

/** The output of a command: data to stdout, messages for people to stderr. */
export interface Output {
  /** Lines of data. */
  print(lines: readonly string[]): void;
  /** The one document of `--json`; on one line among JSON lines. */
  printJson(document: unknown, isLine?: boolean): void;
  /** Prints a message for people; silent with `--quiet`. */
  note(text: string): void;
  /** Prints a message that must not be missed, such as the reason of a failure; never silent. */
  fail(text: string): void;
}

export interface OutputStreams {
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
}

export function createOutput({ stdout, stderr }: OutputStreams, isQuiet: boolean): Output {
  return {
    print: (lines) => {
      for (const line of lines) stdout.write(`${line}\n`);
    },
    printJson: (document, isLine = false) => {
      stdout.write(`${JSON.stringify(document, null, isLine ? 0 : 2)}\n`);
    },
    note: (text) => {
      if (!isQuiet) stderr.write(`${text}\n`);
    },
    fail: (text) => {
      stderr.write(`${text}\n`);
    },
  };
}

/**
 * Makes text written by others safe for a terminal: names and descriptions of shares must not move the cursor,
 * change colours or turn the direction of writing.
 */
export function forTerminal(text: string): string {
  return text.replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}

/** Writes data as they come; waits while the reader is slower. */
export async function writeStdout(
  { streams, signal }: { streams: Pick<OutputStreams, 'stdout'>; signal: AbortSignal },
  chunk: Uint8Array | string,
): Promise<void> {
  if (!streams.stdout.write(chunk)) await once(streams.stdout, 'drain', { signal });
}
