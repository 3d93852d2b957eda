import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Map<string, string>;
  body: string;
  /** Error code of the catalogue, if it is an error. */
  error: string | undefined;
}

/** A connection that sends exactly the given bytes, right or wrong. */
export class RawConnection {
  readonly socket: Socket;
  #received = '';
  /** Methods of the requests that wait for their answer: the answer to a HEAD has no body. */
  readonly #methods: string[] = [];
  #wake: (() => void) | undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (text) => {
      this.#received += String(text);
      this.#wake?.();
    });
    socket.on('close', () => this.#wake?.());
    socket.on('error', () => undefined);
  }

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const connection = new RawConnection(socket);
    await once(socket, 'connect');
    return connection;
  }

  /** Resolves when the operating system has accepted the bytes. */
  write(data: string | Uint8Array): Promise<void> {
    if (typeof data === 'string') {
      for (const [, method = ''] of data.matchAll(/([A-Z]{3,8}) \S+ HTTP\/1\.1\r$/gm))
        this.#methods.push(method);
    }
    return new Promise((resolve) => this.socket.write(data, () => resolve()));
  }

  /** Returns the next answer; null when the connection ended before it was complete. */
  async answer(): Promise<RawAnswer | null> {
    for (;;) {
      const found = takeAnswer(this.#received, this.#methods[0] === 'HEAD');
      if (found) {
        this.#received = found.rest;
        if (found.answer.status >= 200) this.#methods.shift();
        return found.answer;
      }
      if (this.socket.destroyed) return null;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async closed(): Promise<void> {
    this.socket.resume();
    // A reset ends the connection too; `once` would throw it.
    if (!this.socket.destroyed) await new Promise((resolve) => this.socket.once('close', resolve));
  }

  /** Ends the connection like a lost network. */
  reset(): void {
    this.socket.resetAndDestroy();
  }
}

/** Sends one request on a new connection; null when it is closed without an answer. */
export async function sendRaw(url: string, ...parts: (string | Uint8Array)[]): Promise<RawAnswer | null> {
  const connection = await RawConnection.open(url);
  try {
    for (const part of parts) await connection.write(part);
    return await connection.answer();
  } finally {
    connection.socket.destroy();
  }
}

/** Formats the request line and headers. */
export function requestHead(line: string, headers: Readonly<Record<string, string | number>> = {}): string {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return [`${line} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}

function takeAnswer(text: string, isHead: boolean): { answer: RawAnswer; rest: string } | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = new Map(lines.map(splitHeader));
  const status = Number(first.split(' ')[1]);
  const length = isHead ? 0 : Number(headers.get('content-length') ?? 0);
  const start = end + 4;
  if (text.length < start + length) return undefined;
  const body = text.slice(start, start + length);
  return {
    answer: { status, headers, body, error: readError(body) },
    rest: text.slice(start + length),
  };
}

function splitHeader(line: string): [string, string] {
  const at = line.indexOf(':');
  return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
}

function readError(body: string): string | undefined {
  return /^\{"error":"(\w+)"/.exec(body)?.[1];
}
