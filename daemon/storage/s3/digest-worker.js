import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { crc32 } from 'node:zlib';

/**
 * The thread of `digester.ts`. The bytes are in memory that it shares with the server. Plain JavaScript, because a
 * thread loads its file without transpiling it.
 *
 * @typedef {{ hash: import('node:crypto').Hash, bytes: number }} Chain of the first bytes of a blob
 * @typedef {{ kind: 'piece', call: number, bytes: Uint8Array, chain: { id: string, start: number } | null }} PieceMessage
 * @typedef {{ kind: 'finish', call: number, id: string, size: number }} FinishMessage
 * @typedef {PieceMessage | FinishMessage | { kind: 'forget', id: string }} Message
 */

/** @type {Map<string, Chain>} */
const chains = new Map();
/** More than anybody's concurrent uploads; beyond it, the oldest blobs are read again when their uploads end. */
const maxChains = 10_000;

parentPort?.on('message', (/** @type {Message} */ message) => {
  if (message.kind === 'forget') chains.delete(message.id);
  else if (message.kind === 'piece') digestPiece(message);
  else finish(message);
});

function digestPiece(/** @type {PieceMessage} */ { call, bytes, chain }) {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (chain) extend(chain, bytes);
  parentPort?.postMessage({ call, sha256, crc32: crc32(bytes) });
}

/** A piece may begin with bytes that are in the chain already, because it replaces a small one. */
function extend(/** @type {{ id: string, start: number }} */ { id, start }, /** @type {Uint8Array} */ bytes) {
  const chain = chainOf(id, start);
  if (!chain) return;
  const known = chain.bytes - start;
  if (known < 0 || known > bytes.length) return chains.delete(id);
  chain.hash.update(bytes.subarray(known));
  chain.bytes += bytes.length - known;
}

function chainOf(/** @type {string} */ id, /** @type {number} */ start) {
  const known = chains.get(id);
  if (known || start > 0) return known;
  const [oldest] = chains.keys();
  if (chains.size >= maxChains && oldest !== undefined) chains.delete(oldest);
  const fresh = { hash: createHash('sha256'), bytes: 0 };
  chains.set(id, fresh);
  return fresh;
}

function finish(/** @type {FinishMessage} */ { call, id, size }) {
  const chain = chains.get(id);
  const sha256 = chain?.bytes === size ? chain.hash.copy().digest('hex') : null;
  parentPort?.postMessage({ call, sha256, crc32: 0 });
}
