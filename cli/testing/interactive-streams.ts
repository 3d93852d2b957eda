import { PassThrough, Writable } from 'node:stream';
import type { Streams } from '../context.ts';

/** Streams that look like a terminal whose person answers every question, in this order. */
export function interactiveStreams(answers: readonly string[]): { streams: Streams; screen(): string } {
  const waiting = [...answers];
  let screen = '';
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  const answerNext = (text: string) => {
    if (!/[?:\]] $/.test(text)) return;
    const answer = waiting.shift();
    // After the question has been written.
    if (answer !== undefined) setImmediate(() => stdin.write(`${answer}\r`));
  };
  const output = () => {
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        screen += chunk.toString();
        answerNext(chunk.toString());
        done();
      },
    });
    return Object.assign(stream, { isTTY: true });
  };
  // What the types promise beyond is absent here too.
  const streams = { stdin, stdout: output(), stderr: output() } as unknown as Streams;
  return { streams, screen: () => screen };
}
