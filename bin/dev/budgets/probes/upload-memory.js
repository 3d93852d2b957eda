import { constants, PerformanceObserver } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/**
 * Preloaded into a server. Answers each message with the pages that the process has got from the system so far, and with
 * how often its whole heap was collected since the last answer. Then it collects the heap, as V8 does in an idle server.
 */
if (isMainThread) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  let collections = 0;
  const isMajor = ({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
  const observer = new PerformanceObserver((list) => {
    collections += list.getEntries().filter(isMajor).length;
  });
  observer.observe({ entryTypes: ['gc'] });
  process.on('message', () => {
    const answer = { pageFaults: process.resourceUsage().minorPageFault, collections };
    collect();
    setImmediate(() => {
      observer.takeRecords();
      collections = 0;
      process.send(answer);
    });
  });
  process.channel.unref();
}
