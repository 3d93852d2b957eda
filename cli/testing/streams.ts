import { PassThrough } from 'node:stream';
import type { Streams } from '../context.ts';

export interface TestStreams {
  streams: Streams;
  stdout(): string;
  stderr(): string;
}

/** Streams that look like pipes, and what was written to them. */
export function testStreams(stdin = ''): TestStreams {
  const input = new PassThrough();
  input.end(stdin);
  const out = new PassThrough();
  const err = new PassThrough();
  const read = (stream: PassThrough) => {
    let text = '';
    stream.on('data', (chunk) => {
      text += String(chunk);
    });
    return () => text;
  };
  return {
    streams: { stdin: asTty(input), stdout: asTty(out), stderr: asTty(err) },
    stdout: read(out),
    stderr: read(err),
  };
}

/** Only what the CLI uses of a terminal's stream is there: nothing, as with a pipe. */
function asTty<T>(stream: PassThrough): T {
  return stream as unknown as T;
}
