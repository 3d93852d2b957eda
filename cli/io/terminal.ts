import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { InterruptedError } from '../errors/cli-error.ts';

/** Asks the person questions. They go to stderr, because stdout is for data. */
export interface Terminal {
  /** True if a person can answer. */
  readonly isInteractive: boolean;
  ask(question: string): Promise<string>;
  /** Without echo. */
  askSecret(question: string): Promise<string>;
}

export interface TerminalStreams {
  stdin: NodeJS.ReadStream;
  stderr: NodeJS.WriteStream;
}

export function createTerminal(streams: TerminalStreams): Terminal {
  return {
    isInteractive: streams.stdin.isTTY && streams.stderr.isTTY,
    ask: (question) => readLine(streams, question, { isSecret: false }),
    askSecret: async (question) => {
      const answer = await readLine(streams, question, { isSecret: true });
      streams.stderr.write('\n');
      return answer;
    },
  };
}

/** Readline edits the line; what it would echo goes nowhere. */
class Sink extends Writable {
  override _write(_chunk: unknown, _encoding: BufferEncoding, done: () => void): void {
    done();
  }
}

function readLine(
  streams: TerminalStreams,
  question: string,
  { isSecret }: { isSecret: boolean },
): Promise<string> {
  const output = isSecret ? new Sink() : streams.stderr;
  // From here on the terminal echoes nothing. The question comes later, so that nothing typed at once is shown.
  const lines = createInterface({ input: streams.stdin, output, terminal: true, historySize: 0 });
  if (isSecret) streams.stderr.write(question);
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      streams.stderr.write('\n');
      reject(new InterruptedError('interrupted'));
    };
    // In raw mode Ctrl-C is a key, not a signal; Ctrl-D closes.
    lines.once('SIGINT', () => lines.close());
    lines.once('close', giveUp);
    lines.question(isSecret ? '' : question, (answer) => {
      lines.off('close', giveUp);
      lines.close();
      resolve(answer);
    });
  });
}
