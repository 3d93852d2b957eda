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

// Of statements, because those that a connection keeps are run without it.
for (const name of ['run', 'all', 'get', 'each']) {
  const original = sqlite3.Statement.prototype[name];
  sqlite3.Statement.prototype[name] = function query(...args) {
    count('statements', this.sql);
    return original.apply(this, args);
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
