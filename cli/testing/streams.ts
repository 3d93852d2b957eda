import { Readable, Writable } from 'node:stream';
import type { Streams } from '../context.ts';

export interface TestStreams {
  streams: Streams;
  stdout(): string;
  stderr(): string;
}

/** Streams that look like pipes, and what was written to them. */
export function testStreams(stdin = ''): TestStreams {
  const input = Readable.from([Buffer.from(stdin)]);
  const out = new Collector();
  const err = new Collector();
  return {
    // A pipe has nothing of a terminal: what the types promise beyond is absent there too.
    streams: { stdin: input, stdout: out, stderr: err } as unknown as Streams,
    stdout: () => out.text,
    stderr: () => err.text,
  };
}

class Collector extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}
