import { expect, it } from 'vitest';
import type { TransportRequest } from '../core/transport.ts';
import { withKnownAnswers } from './known-answers.ts';

const known = { '/api/configs': { status: 200, body: ['known'] } };

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

it('forgets what it knows when something may have changed', async () => {
  const { sent, transport } = setUp();
  await transport.send({ method: 'POST', path: '/api/auth/signOut' });
  await transport.send({ method: 'GET', path: '/api/configs' });
  expect(sent).toEqual(['POST /api/auth/signOut', 'GET /api/configs']);
});
