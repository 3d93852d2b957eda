import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { ClamdAddress } from '#sdk/contract/formats/addresses.js';
import { type ByteSource, ShortSourceError } from '../transfer/byte-source.ts';

/** What `clamd` says about bytes; `limit`: there were more of them than it accepts (`StreamMaxLength`). */
export type ScanResult = { kind: 'clean' | 'limit' } | { kind: 'malware'; signature: string };

/** `clamd` did not give a verdict. */
export class ClamdError extends Error {
  override readonly name = 'ClamdError';
  /** It was there, and refused these bytes; otherwise nothing can be scanned. */
  readonly isAboutFile: boolean;

  constructor(message: string, { isAboutFile, cause }: { isAboutFile: boolean; cause?: unknown }) {
    super(message, { cause });
    this.isAboutFile = isAboutFile;
  }
}

/** A client of ClamAV's daemon (clamd(8)). */
export interface Clamd {
  /**
   * Sends bytes to be scanned (`INSTREAM`).
   *
   * @throws ClamdError; ShortSourceError when the source ends early; the reason of the signal
   */
  scan(address: ClamdAddress, source: ByteSource, signal: AbortSignal): Promise<ScanResult>;
  /** @throws ClamdError unless it answers */
  ping(address: ClamdAddress): Promise<void>;
  /**
   * When its signatures were made, in milliseconds since 1970; null: it does not say.
   *
   * @throws ClamdError unless it answers
   */
  signaturesOf(address: ClamdAddress): Promise<number | null>;
}

const chunkBytes = 256 * 1024;

/** Milliseconds of silence after which it is taken for dead. A scan of a large archive is silent for minutes. */
const patience = { ping: 5000, scan: 5 * 60_000 };

/** A reply is one short line; more is not from `clamd`. */
const maxReply = 4096;

/** How often bytes are sent if the connection breaks before there is an answer. */
const maxAttempts = 3;

/** Milliseconds to wait for the reply where the connection broke before. */
const waitForReply = 2000;

export const clamd: Clamd = { scan, ping, signaturesOf };

async function scan(address: ClamdAddress, source: ByteSource, signal: AbortSignal): Promise<ScanResult> {
  let pauseAt = -1;
  for (let attempt = 1; ; attempt++) {
    const sending = { bytes: 0, pauseAt, signal };
    try {
      return readReply(await exchange(address, source, sending));
    } catch (error) {
      signal.throwIfAborted();
      if (!isBroken(error)) throw error;
      // It ends the connection after "size limit exceeded", and a write at this moment fails before that is read:
      // the next attempt waits there.
      pauseAt = sending.bytes;
      if (attempt < maxAttempts) continue;
      await ping(address);
      throw new ClamdError('it ended the connection', { isAboutFile: true, cause: error });
    }
  }
}

async function ping(address: ClamdAddress): Promise<void> {
  const text = await ask(address, 'PING');
  if (text !== 'PONG') throw new ClamdError(`it answered ${quote(text)}`, { isAboutFile: false });
}

/** Reads `ClamAV 1.0.7/27477/Thu Nov 21 09:41:11 2024`: program, number and time of the daily signatures. */
async function signaturesOf(address: ClamdAddress): Promise<number | null> {
  const [, time = ''] = /^ClamAV [^/]+\/\d+\/(.+)$/.exec(await ask(address, 'VERSION')) ?? [];
  const made = Date.parse(time);
  return Number.isNaN(made) ? null : made;
}

async function ask(address: ClamdAddress, command: 'PING' | 'VERSION'): Promise<string> {
  const { socket, reply } = open(address, patience.ping);
  socket.write(`z${command}\0`);
  return reply.finally(() => socket.destroy());
}

/** How many bytes went out, and where to wait for a reply: after the length of the chunk at `pauseAt`. */
interface Sending {
  bytes: number;
  readonly pauseAt: number;
  readonly signal: AbortSignal;
}

async function exchange(address: ClamdAddress, source: ByteSource, sending: Sending): Promise<string> {
  const { signal } = sending;
  signal.throwIfAborted();
  const { socket, reply } = open(address, patience.scan);
  const stop = () => socket.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    // The reply comes early when there are too many bytes.
    return await Promise.race([reply, send(socket, source, sending).then(() => reply)]);
  } finally {
    signal.removeEventListener('abort', stop);
    socket.destroy();
  }
}

/** The connection was there, and ended. */
function isBroken(error: unknown): boolean {
  if (!(error instanceof ClamdError) || error.isAboutFile) return false;
  const { cause } = error;
  return cause instanceof Error && 'code' in cause && (cause.code === 'EPIPE' || cause.code === 'ECONNRESET');
}

/** Connects; `reply` is the text up to the first zero byte. */
function open(address: ClamdAddress, timeout: number): { socket: Socket; reply: Promise<string> } {
  const socket = connect(address);
  socket.setTimeout(timeout, () => socket.destroy(new Error(`no answer for ${timeout / 1000} seconds`)));
  const reply = new Promise<string>((resolve, reject) => {
    let text = '';
    let failure: unknown;
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      const end = text.indexOf('\0');
      if (end >= 0) resolve(text.slice(0, end));
      else if (text.length > maxReply) socket.destroy();
    });
    // What it said before the connection broke is still read.
    socket.on('error', (error) => (failure = error));
    socket.on('close', () => {
      const reason = failure instanceof Error ? failure.message : 'it closed the connection';
      reject(new ClamdError(reason, { isAboutFile: false, cause: failure }));
    });
  });
  reply.catch(() => undefined);
  return { socket, reply };
}

/** Sends the chunks: the length of each in four bytes, then its bytes; a length of 0 ends the stream. */
async function send(socket: Socket, source: ByteSource, sending: Sending): Promise<void> {
  socket.write('zINSTREAM\0');
  while (sending.bytes < source.size && !socket.destroyed) {
    const chunk = Buffer.allocUnsafe(4 + Math.min(chunkBytes, source.size - sending.bytes));
    const read = await source.read(chunk.subarray(4), sending.bytes);
    if (read < chunk.length - 4) throw new ShortSourceError(sending.bytes + read);
    chunk.writeUInt32BE(read);
    if (sending.bytes === sending.pauseAt) {
      await write(socket, chunk.subarray(0, 4));
      await setTimeout(waitForReply, undefined, { ref: false });
      await write(socket, chunk.subarray(4));
    } else {
      await write(socket, chunk);
    }
    if (!socket.destroyed) sending.bytes += read;
  }
  await write(socket, Buffer.alloc(4));
}

/** Resolves when the bytes are written or never will be: the reply says why. */
function write(socket: Socket, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) return resolve();
    const done = () => {
      socket.off('close', done);
      resolve();
    };
    socket.once('close', done);
    socket.write(bytes, done);
  });
}

function readReply(text: string): ScanResult {
  if (/^stream: OK$/.test(text)) return { kind: 'clean' };
  const signature = /^stream: (.+) FOUND$/.exec(text)?.[1];
  if (signature !== undefined) return { kind: 'malware', signature: signature.slice(0, 200) };
  if (/size limit exceeded/i.test(text)) return { kind: 'limit' };
  throw new ClamdError(`it answered ${quote(text)}`, { isAboutFile: true });
}

const quote = (text: string) => JSON.stringify(text.slice(0, 200));
