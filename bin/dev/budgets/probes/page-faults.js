import { isMainThread } from 'node:worker_threads';

/** Preloaded into a server; answers each message with the pages that the process has got from the system so far. */
if (isMainThread) {
  process.on('message', () => process.send(process.resourceUsage().minorPageFault));
  process.channel.unref();
}
