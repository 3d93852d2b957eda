import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { crc32 } from 'node:zlib';

/**
 * The thread of `digester.ts`. It reads the files itself, behind their writers: this costs a copy from the page cache,
 * and it digests the bytes that are in the file. Plain JavaScript, because a thread loads its file without transpiling
 * it.
 *
 * @typedef {{ hash: import('node:crypto').Hash, crc32: number, bytes: number }} State of the first bytes of a file
 * @typedef {{ id: string, path: string, upTo: number, call?: number | undefined }} Task
 * @typedef {({ kind: 'read' } & Task) | { kind: 'forget', id: string }} Message
 */

/** @type {Map<string, State>} */
const states = new Map();
/** More than anybody's concurrent uploads; beyond it, the oldest files are read again when their uploads end. */
const maxStates = 10_000;

/** @type {Map<string, Task>} */
const tasks = new Map();
/** Bytes per step: a file of a hundred gigabytes must not keep small ones waiting. */
const stepBytes = 8 * 1024 * 1024;
const buffer = Buffer.allocUnsafeSlow(1024 * 1024);

parentPort?.on('message', (/** @type {Message} */ message) => {
  if (message.kind === 'forget') return forget(message.id);
  if (tasks.size === 0) setImmediate(work);
  const { id, path, upTo, call } = message;
  tasks.set(id, { id, path, upTo, call: call ?? tasks.get(id)?.call });
});

function work() {
  for (const task of tasks.values()) {
    if (advance(task)) tasks.delete(task.id);
  }
  if (tasks.size > 0) setImmediate(work);
}

/** Runs one step of a task; true when the task is done. */
function advance(/** @type {Task} */ task) {
  try {
    const state = read(task);
    if (state.bytes < task.upTo) return false;
    if (task.call !== undefined) {
      parentPort?.postMessage({ call: task.call, sha256: state.hash.digest('hex'), crc32: state.crc32 });
      states.delete(task.id);
    }
  } catch (error) {
    states.delete(task.id);
    answerError(task, error instanceof Error ? error.message : String(error));
  }
  return true;
}

/** A file that cannot be read while it is being followed is read again, or reported, at the end. */
function answerError(/** @type {Task} */ { call }, /** @type {string} */ error) {
  if (call !== undefined) parentPort?.postMessage({ call, error });
}

function forget(/** @type {string} */ id) {
  const task = tasks.get(id);
  if (task) answerError(task, 'the file was given up');
  tasks.delete(id);
  states.delete(id);
}

function read(/** @type {Task} */ { id, path, upTo }) {
  const state = stateOf(id, upTo);
  const end = Math.min(upTo, state.bytes + stepBytes);
  if (state.bytes === end) return state;
  const descriptor = openSync(path, 'r');
  try {
    while (state.bytes < end) {
      const count = readSync(descriptor, buffer, 0, Math.min(buffer.length, end - state.bytes), state.bytes);
      if (count === 0) throw new Error(`the file ends at byte ${state.bytes}, before byte ${upTo}`);
      const bytes = buffer.subarray(0, count);
      state.hash.update(bytes);
      state.crc32 = crc32(bytes, state.crc32);
      state.bytes += count;
    }
  } finally {
    closeSync(descriptor);
  }
  return state;
}

function stateOf(/** @type {string} */ id, /** @type {number} */ upTo) {
  const known = states.get(id);
  if (known && known.bytes <= upTo) return known;
  const [oldest] = states.keys();
  if (states.size >= maxStates && oldest !== undefined) states.delete(oldest);
  const fresh = { hash: createHash('sha256'), crc32: 0, bytes: 0 };
  states.set(id, fresh);
  return fresh;
}
