import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { InterruptedError } from './errors.ts';

/** Asks the person. Questions go to stderr: stdout is data. */
export interface Terminal {
  /** Somebody can answer. */
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
    ask: (question) => readLine(streams, question, streams.stderr),
    askSecret: async (question) => {
      streams.stderr.write(question);
      const answer = await readLine(streams, '', new Sink());
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

function readLine(streams: TerminalStreams, question: string, output: Writable): Promise<string> {
  const lines = createInterface({ input: streams.stdin, output, terminal: true, historySize: 0 });
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      streams.stderr.write('\n');
      reject(new InterruptedError('interrupted'));
    };
    // In raw mode Ctrl-C is a key, not a signal; Ctrl-D closes.
    lines.once('SIGINT', () => lines.close());
    lines.once('close', giveUp);
    lines.question(question, (answer) => {
      lines.off('close', giveUp);
      lines.close();
      resolve(answer);
    });
  });
}
