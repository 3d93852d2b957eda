import type { Chaos } from '../../scenario.ts';
import type { Cluster } from './cluster.ts';

/** Restarts one server after the other, as in an update, while visitors come: none of them gets an error. */
export async function updateServers({ tally }: Chaos, { url, servers }: Cluster, id: string): Promise<void> {
  const statuses = new Map<string, number>();
  const updated = new AbortController();
  async function ask(path: string, init: RequestInit = {}): Promise<unknown> {
    const answer = await fetch(`${url}/api/shares/${id}/${path}`, init);
    const method = init.method ?? 'GET';
    statuses.set(`${method} ${answer.status}`, (statuses.get(`${method} ${answer.status}`) ?? 0) + 1);
    return answer.ok ? answer.json() : answer.text();
  }
  async function visit(): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    let visitor = {};
    while (!updated.signal.aborted) {
      const opened = await ask('token', { method: 'POST', headers, body: '{}' });
      if (typeof opened === 'object') visitor = { 'x-share-token': (opened as { token: string }).token };
      await ask('files', { headers: visitor });
    }
  }
  const visits = Promise.all([visit(), visit(), visit(), visit()]);
  visits.catch(() => updated.abort());
  for (const server of servers) {
    if (updated.signal.aborted) break;
    await server.stop();
    await server.start();
  }
  updated.abort();
  await visits;
  const found = [...statuses].map(([name, count]) => `${name}: ${count}`).sort();
  tally.notes.push(`visitors during an update: ${found.join(', ')}`);
  if (found.some((line) => !/ 20\d:/.test(line))) throw new Error(`visitors met errors: ${found.join(', ')}`);
}
