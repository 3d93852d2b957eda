import { setTimeout as sleep } from 'node:timers/promises';
import type { Chaos } from '../../scenario.ts';
import type { Cluster } from './cluster.ts';

/** Milliseconds for which a server is frozen; others take its uploads after twenty seconds. */
const frozenFor = 27_000;

type Wait = (ms: number) => Promise<unknown>;

interface Trouble {
  name: string;
  /** How often it is chosen, compared with the others. */
  weight: number;
  make(cluster: Cluster, server: Cluster['servers'][number], wait: Wait): Promise<unknown>;
}

const troubles: readonly Trouble[] = [
  {
    name: 'a server is killed',
    weight: 6,
    async make(_cluster, server) {
      await server.kill();
      await server.start();
    },
  },
  {
    name: 'a server is stopped, as in an update',
    weight: 3,
    async make(_cluster, server) {
      await server.stop();
      await server.start();
    },
  },
  {
    name: 'a server is frozen',
    weight: 2,
    async make(_cluster, server, wait) {
      server.freeze();
      await wait(frozenFor);
      server.thaw();
    },
  },
  { name: 'PostgreSQL crashes', weight: 3, make: ({ postgres }) => postgres.crash() },
  { name: 'PostgreSQL is frozen', weight: 2, make: ({ postgres }) => postgres.freeze(8000) },
  { name: 'the gateway of S3 crashes', weight: 3, make: ({ s3 }) => s3.crash() },
  { name: 'the gateway of S3 is frozen', weight: 2, make: ({ s3 }) => s3.freeze(8000) },
];

const choices = troubles.flatMap((trouble) => Array<Trouble>(trouble.weight).fill(trouble));

/** Makes one trouble after the other until it is stopped. */
export function makeTrouble({ random, tally }: Chaos, cluster: Cluster) {
  const stop = new AbortController();
  const wait: Wait = (ms) => sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined);
  const counts = new Map<string, number>();
  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      await wait(random.int(1000, 6000));
      if (stop.signal.aborted) return;
      const trouble = random.pick(choices as [Trouble]);
      counts.set(trouble.name, (counts.get(trouble.name) ?? 0) + 1);
      tally.kills += 1;
      await trouble.make(cluster, random.pick(cluster.servers), wait);
    }
  }
  const running = run();
  running.catch(() => undefined);
  return {
    async stop(): Promise<void> {
      stop.abort();
      await running;
      for (const [name, count] of counts) tally.notes.push(`${name}: ${count} times`);
    },
  };
}
