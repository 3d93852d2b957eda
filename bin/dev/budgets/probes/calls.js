import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import sqlite3 from 'sqlite3';
import './no-background.js';

/**
 * Preloaded into a server; counts statements and calls of the file system, by text and name. Any message from the
 * parent is answered with what was counted since the one before.
 */

let counted = { statements: {}, calls: {} };

function count(kind, name) {
  counted[kind][name] = (counted[kind][name] ?? 0) + 1;
}

/** Those that call others of the same module, which are counted. */
const composed = /^(create\w+Stream|opendir\w*|watch\w*|unwatchFile|exists|_\w+)$/;

wrapAll(fs, (name) => !composed.test(name));
wrapAll(fs.promises, (name) => name !== 'open' && !composed.test(name));
const { open } = fs.promises;
fs.promises.open = async (...args) => {
  count('calls', 'open');
  const handle = await open(...args);
  // Each has a function of its own.
  wrap(handle, 'close');
  return handle;
};
const handle = await open(new URL(import.meta.url));
wrapAll(Object.getPrototypeOf(handle), (name) => !composed.test(name) && name !== 'constructor');
await handle.close();
syncBuiltinESMExports();

for (const name of ['run', 'all', 'get', 'each', 'exec']) {
  const original = sqlite3.Database.prototype[name];
  sqlite3.Database.prototype[name] = function query(sql, ...rest) {
    count('statements', sql);
    return original.call(this, sql, ...rest);
  };
}

process.on('message', () => {
  process.send(counted);
  counted = { statements: {}, calls: {} };
});
process.channel.unref();

function wrapAll(owner, isWanted) {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
    if (typeof value === 'function' && /^[a-z]/.test(name) && isWanted(name)) wrap(owner, name);
  }
}

/** Keeps what `promisify` finds on the original. */
function wrap(owner, name) {
  const original = owner[name];
  owner[name] = function counting(...args) {
    // The log is written for several requests at once.
    if (args[0] !== 1 && args[0] !== 2) count('calls', name);
    return original.apply(this, args);
  };
  Object.defineProperties(owner[name], Object.getOwnPropertyDescriptors(original));
}
