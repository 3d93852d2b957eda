import { expect, it } from 'vitest';
import type { TransportRequest } from '../core/transport.ts';
import { withKnownAnswers } from './known-answers.ts';

const known = {
  'GET /api/configs': { status: 200, body: ['known'] },
  'POST /api/shares/abc/visit': Promise.resolve({ status: 200, body: 'visited' }),
  'GET /api/shares/abc/files': Promise.resolve(null),
};

function setUp() {
  const sent: string[] = [];
  const transport = {
    async send({ method, path }: TransportRequest) {
      sent.push(`${method} ${path}`);
      return {
        status: 204,
        header: () => null,
        json: async () => 'sent',
        stream: () => new Blob([]).stream(),
      };
    },
  };
  return { sent, transport: withKnownAnswers(transport, known) };
}

it('gives a known answer once, instead of sending its request', async () => {
  const { sent, transport } = setUp();
  const ask = async () => (await transport.send({ method: 'GET', path: '/api/configs' })).json();
  expect([await ask(), await ask()]).toEqual([['known'], 'sent']);
  expect(sent).toEqual(['GET /api/configs']);
});

it('waits for an answer that is on its way, and asks when there is none', async () => {
  const { sent, transport } = setUp();
  const visited = await transport.send({ method: 'POST', path: '/api/shares/abc/visit' });
  expect(await visited.json()).toBe('visited');
  await transport.send({ method: 'GET', path: '/api/shares/abc/files' });
  expect(sent).toEqual(['GET /api/shares/abc/files']);
  // What was known changed nothing that came before.
  const configs = await transport.send({ method: 'GET', path: '/api/configs' });
  expect(await configs.json()).toEqual(['known']);
});

it('forgets what it knows when something may have changed', async () => {
  const { sent, transport } = setUp();
  await transport.send({ method: 'POST', path: '/api/auth/signOut' });
  await transport.send({ method: 'GET', path: '/api/configs' });
  expect(sent).toEqual(['POST /api/auth/signOut', 'GET /api/configs']);
});
