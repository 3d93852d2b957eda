/**
 * Timers of seconds never fire: a job that writes what many requests have left would be counted with whatever is measured
 * then.
 */
for (const name of ['setTimeout', 'setInterval']) {
  const original = globalThis[name];
  globalThis[name] = (work, delay, ...args) => original(work, delay < 5000 ? delay : 2 ** 31 - 1, ...args);
  Object.defineProperties(globalThis[name], Object.getOwnPropertyDescriptors(original));
}
