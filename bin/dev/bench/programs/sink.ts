import { connect } from 'node:net';

/**
 * Downloads and only counts: one buffer per connection, no HTTP parser. Argument: JSON; prints the seconds and the
 * bytes.
 */
export interface SinkOrder {
  url: string;
  headers: Readonly<Record<string, string>>;
  connections: number;
}

export interface SinkResult {
  seconds: number;
  bytes: number;
}

const order = JSON.parse(process.argv[2] ?? '') as SinkOrder;
const started = process.hrtime.bigint();
const counts = await Promise.all(Array.from({ length: order.connections }, () => receive(order)));
const result: SinkResult = {
  seconds: Number(process.hrtime.bigint() - started) / 1e9,
  bytes: counts.reduce((sum, count) => sum + count, 0),
};
process.stdout.write(JSON.stringify(result));

/** Returns the bytes of one answer's body; fails when the answer was refused or cut. */
function receive({ url, headers }: SinkOrder): Promise<number> {
  const { hostname, port, host, pathname, search } = new URL(url);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${lines.join('')}\r\n`;
  return new Promise((resolve, reject) => {
    let head: string | undefined = '';
    let bytes = 0;
    let expected: number | undefined;
    const count = (size: number, buffer: Uint8Array): boolean => {
      if (head === undefined) {
        bytes += size;
        return true;
      }
      head += Buffer.from(buffer.subarray(0, size)).toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return true;
      if (!head.startsWith('HTTP/1.1 200 ')) reject(new Error(`refused: ${head}`));
      const length = /^content-length: (\d+)/im.exec(head.slice(0, end))?.[1];
      expected = length === undefined ? undefined : Number(length);
      bytes = head.length - end - 4;
      head = undefined;
      return true;
    };
    const onread = { buffer: Buffer.allocUnsafe(1024 * 1024), callback: count };
    const socket = connect({ host: hostname, port: Number(port), onread }, () => socket.write(request));
    socket.on('error', reject);
    socket.on('close', () => {
      if (expected !== undefined && bytes !== expected) reject(new Error(`${bytes} of ${expected} bytes`));
      else resolve(bytes);
    });
  });
}
