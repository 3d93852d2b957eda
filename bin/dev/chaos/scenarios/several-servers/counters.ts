import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { filesFromPaths, type NodeClient } from '#sdk/index.js';
import { createCaller } from '../../../../../daemon/testing/browser.ts';
import { throttleRules } from '../../../../../daemon/throttle/rules.ts';
import { insist } from '../../insist.ts';
import type { Cluster } from './cluster.ts';

/** Uses up limits through all servers at once, and compares how often that succeeded with the limit. */
export async function exhaustLimits({ servers }: Cluster, client: NodeClient): Promise<void> {
  const views = await insist(() => makeShare(client, 10));
  check('views', 10, await rush(servers, { count: 25, path: `/shares/${views}/token`, body: {} }));

  const { url } = await insist(() => client.reverseShares.create({ body: { maxUses: 4 } }));
  const token = url.split('/').at(-1);
  const body = { reverseShare: { token } };
  check('shares received', 4, await rush(servers, { count: 12, path: '/shares', body }));

  // A wrong password counts; one more is allowed every now and then once they are used up.
  const username = `nobody-${randomUUID().slice(0, 8)}`;
  const { subject, afterwards } = throttleRules.signIn;
  const began = performance.now();
  const signIns = await rush(servers, {
    count: 25,
    path: '/auth/signIn',
    body: { username, password: 'a wrong password' },
  });
  const most = subject.hits + Math.ceil((performance.now() - began + 1000) / afterwards.ms);
  check('wrong passwords', subject.hits, { ...signIns, most });
}

interface Rush {
  /** Those that were allowed. */
  allowed: number;
  /** Requests without an answer: they may have counted or not. */
  lost: number;
  /** How many may be allowed, if time adds to the limit. */
  most?: number;
}

function check(what: string, limit: number, { allowed, lost, most = limit }: Rush): void {
  if (allowed <= most && allowed + lost >= limit) return;
  throw new Error(`${what}: ${allowed} were allowed and ${lost} had no answer, the limit is ${limit}`);
}

/** Sends the same request to all servers in turn, many at a time, until none is allowed any longer. */
async function rush(
  servers: Cluster['servers'],
  { count, path, body }: { count: number; path: string; body: unknown },
): Promise<Rush> {
  const rush = { allowed: 0, lost: 0 };
  const send = async (index: number): Promise<void> => {
    const { url } = servers[index % servers.length] ?? servers[0];
    const asking = createCaller(url)(path, { json: body }).catch(() => null);
    const answer = await Promise.race([asking, sleep(10_000, null)]);
    if (answer === null || answer.status >= 500) rush.lost += 1;
    else if (isAllowed(answer)) rush.allowed += 1;
  };
  await Promise.all(Array.from({ length: count }, (_, index) => send(index)));
  // Those without an answer may have left something.
  for (let more = 0; more < count; more += 1) {
    const before = { ...rush };
    await send(more);
    if (rush.allowed === before.allowed && rush.lost === before.lost) break;
  }
  return rush;
}

const isAllowed = ({ status, body }: { status: number; body: unknown }) =>
  status < 300 || (body as { error?: string }).error === 'credentials_wrong';

export async function makeShare(client: NodeClient, maxViews?: number): Promise<string> {
  const limits = maxViews === undefined ? {} : { maxViews };
  const { share } = await client.uploadFiles(await filesFromPaths(['README.md']), { share: limits });
  return share.id;
}
