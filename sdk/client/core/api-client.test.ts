import { describe, expect, it } from 'vitest';
import { api } from '../../contract/api.ts';
import type { EndpointDefinition } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { buildPath, createApiClient } from './api-client.ts';
import { NetworkError, type Transport, type TransportRequest } from './transport.ts';

function setUp(status: number, body?: unknown, location?: string) {
  const requests: TransportRequest[] = [];
  const transport: Transport = {
    async send(request) {
      requests.push(request);
      return {
        status,
        header: (name) => (name === 'location' ? (location ?? null) : null),
        json: async () => body,
        stream: () => new Blob([]).stream(),
      };
    },
  };
  return { client: createApiClient(transport), requests };
}

describe('createApiClient', () => {
  it('has a method for every endpoint that answers JSON, and none for others', () => {
    const { client } = setUp(200);
    for (const [feature, endpoints] of Object.entries(api)) {
      const methods: Record<string, unknown> = client[feature as keyof typeof client] ?? {};
      for (const [name, endpoint] of Object.entries<EndpointDefinition>(endpoints)) {
        const answersJson = ['json', 'form'].includes(endpoint.kind ?? 'json');
        expect([feature, name, typeof methods[name]]).toEqual([
          feature,
          name,
          answersJson ? 'function' : 'undefined',
        ]);
      }
    }
  });

  it('puts each part of the input where it belongs', async () => {
    const { client, requests } = setUp(200, { files: [], total: 0, nextCursor: null });
    await client.files.list(
      { params: { id: 'a b/c?' }, query: { limit: '5', cursor: undefined } },
      { token: 't' },
    );
    expect(requests[0]).toMatchObject({
      method: 'GET',
      path: '/api/shares/a%20b%2Fc%3F/files?limit=5',
      headers: { authorization: 'Bearer t' },
    });
  });

  it.each(['', '.', '..'])('never lets %j lead to another endpoint', (id) => {
    expect(() => buildPath('/shares/:id/files', { params: { id } })).toThrow(AppError);
  });

  it('throws what the server refused, with its parameters', async () => {
    const { client } = setUp(413, { error: 'share_too_large', params: { maxSize: 5 }, requestId: 'r1' });
    const error = await client.shares.create({ body: {} }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'share_too_large', params: { maxSize: 5 }, requestId: 'r1' });
  });

  it.each([502, 503, 504, 429])('takes a bare %d for a broken connection', async (status) => {
    await expect(setUp(status).client.system.health()).rejects.toThrow(NetworkError);
  });

  it('tells where a server has moved', async () => {
    const { client } = setUp(308, undefined, 'https://new.example/');
    await expect(client.system.health()).rejects.toThrow('https://new.example/');
  });

  it('notices that something else answers', async () => {
    await expect(setUp(200, undefined).client.system.health()).rejects.toThrow(NetworkError);
    await expect(setUp(418, undefined).client.system.health()).rejects.toMatchObject({ code: 'internal' });
  });

  it('answers nothing where nothing is answered', async () => {
    expect(await setUp(204).client.auth.signOut()).toBeUndefined();
  });
});
