import type { Cost, Costs } from './budget.ts';
import { type HotRequest, hotRequests, type Instance, signInAt } from './hot-requests.ts';
import { partOf } from './parts.ts';
import { inFolder, type ProbedServer, startServer } from './server.ts';

type Counted = Readonly<Record<string, number>>;

const counting = { rounds: 10, warmUp: 3 };
/** Long enough for code to be compiled that is run as often: what is interpreted allocates more. */
const sampling = { rounds: 120, warmUp: 800 };

/** The disk has no part in what is allocated. */
const noSync = { FILESHARE_FSYNC: 'off' };

/** What one request costs: statements, calls of the file system and, of some, the bytes that it allocates. */
export async function measureRequests(): Promise<Costs> {
  const counted = await withServer('calls.js', (server, instance) => countAll(server, instance));
  const sampled = await withServer('allocations.js', (server, instance) => sampleAll(server, instance));
  return Object.fromEntries(
    hotRequests.map(({ name }) => [`request: ${name}`, { ...counted.get(name), ...sampled.get(name) }]),
  );
}

async function countAll(server: ProbedServer, instance: Instance): Promise<Map<string, Cost>> {
  const costs = new Map<string, Cost>();
  for (const request of hotRequests) {
    const { statements, calls } = (await measure(server, instance, { request, ...counting })) as {
      statements: Counted;
      calls: Counted;
    };
    costs.set(request.name, {
      ...perRequest(shorten(statements), 'statements'),
      ...perRequest(calls, 'calls'),
    });
  }
  return costs;
}

async function sampleAll(server: ProbedServer, instance: Instance): Promise<Map<string, Cost>> {
  const costs = new Map<string, Cost>();
  for (const request of hotRequests.filter(({ allocates }) => allocates)) {
    const bytes = (await measure(server, instance, { request, ...sampling })) as Counted;
    const parts: Record<string, number> = {};
    for (const [url, sum] of Object.entries(bytes)) {
      const name = partOf(url)?.name ?? 'Node';
      parts[name] = (parts[name] ?? 0) + sum / sampling.rounds;
    }
    // What is less is lost in the noise.
    const notable = Object.entries(parts).filter(([, sum]) => sum >= 500);
    costs.set(
      request.name,
      Object.fromEntries(notable.map(([name, sum]) => [name, { allocated: Math.round(sum) }])),
    );
  }
  return costs;
}

/** Sends it until the server knows it well, then measures `rounds` of it. */
async function measure(
  server: ProbedServer,
  instance: Instance,
  { request, rounds, warmUp }: { request: HotRequest; rounds: number; warmUp: number },
): Promise<unknown> {
  const send = await request.prepare(instance, warmUp + rounds);
  for (let round = 0; round < warmUp; round++) await send(round);
  await server.ask();
  for (let round = warmUp; round < warmUp + rounds; round++) await send(round);
  return server.ask();
}

/**
 * What happens in most rounds belongs to the request; what happens in few is work in the background, or is done once for
 * many. The last round may still be writing after its answer.
 */
function perRequest(counted: Counted, unit: 'statements' | 'calls'): Cost {
  const parts = Object.entries(counted)
    .map(([name, sum]) => [name, Math.round(sum / counting.rounds)] as const)
    .filter(([, each]) => each > 0);
  return Object.fromEntries(parts.map(([name, each]) => [name, { [unit]: each }]));
}

/** Without the lists of columns: a new one is no new statement. */
function shorten(statements: Counted): Counted {
  const shortened: Record<string, number> = {};
  for (const [sql, sum] of Object.entries(statements)) {
    const name = sql
      .replaceAll('`', '')
      .replace(/in \([?, ]+\)/g, 'in (…)')
      .replace(/\s+/g, ' ')
      .replace(/^select (distinct )?[^()]+? from /, 'select $1… from ')
      .replace(/^(insert into \w+) \([^)]*\) values .*?( on conflict .*)?$/, '$1 …$2');
    shortened[name] = (shortened[name] ?? 0) + sum;
  }
  return shortened;
}

function withServer<T>(
  probe: string,
  work: (server: ProbedServer, instance: Instance) => Promise<T>,
): Promise<T> {
  return inFolder(async (folder) => {
    const server = await startServer(folder, probe, probe === 'allocations.js' ? noSync : {});
    try {
      return await work(server, await signInAt(server.url));
    } finally {
      await server.stop();
    }
  });
}
