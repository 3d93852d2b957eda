import { describe, expect, it } from 'vitest';
import { createApiClient } from '../core/api-client.ts';
import type { Transport, TransportRequest } from '../core/transport.ts';
import { parseShareLink } from './link.ts';
import { createShareAccess, type ShareTokenStore, shareIdOfPath, withShareTokens } from './open-share.ts';

interface Situation {
  password?: string;
  refusal?: string;
  /** 0: none */
  maxViews?: number;
}

/** A server with one share that is open to holders of its token. */
function setUp({ password, refusal, maxViews = 0 }: Situation = {}) {
  const requests: TransportRequest[] = [];
  const respond = ({ method, path, headers, body }: TransportRequest): [number, unknown] => {
    if (refusal) return [404, { error: refusal }];
    if (path.endsWith('/files?limit=10000'))
      return [200, { files: [{ path: 'a' }], total: 2, nextCursor: 'c' }];
    if (path.endsWith('cursor=c')) return [200, { files: [{ path: 'b' }], total: 2, nextCursor: null }];
    if (method === 'POST') {
      const given = typeof body === 'object' && body && 'password' in body ? body.password : undefined;
      return given === password ? [200, { token: 'fsv_1' }] : [403, { error: 'share_password_wrong' }];
    }
    if (headers?.['x-share-token'] === 'fsv_1') return [200, { id: 'abcd' }];
    return [
      403,
      password === undefined
        ? { error: 'share_token_required', params: { maxViews } }
        : { error: 'share_password_required' },
    ];
  };
  const server: Transport = {
    async send(request) {
      requests.push(request);
      const [status, body] = respond(request);
      return { status, header: () => null, json: async () => body, stream: () => new Blob([]).stream() };
    },
  };
  const tokens = new Map<string, string>();
  const access = createShareAccess(
    createApiClient(withShareTokens(server, tokens)),
    tokens,
    'https://f.example',
  );
  return { access, requests };
}

describe('openShare', () => {
  it('asks for a token once and sends it from then on', async () => {
    const { access, requests } = setUp();
    expect((await access.openShare('https://f.example/s/abcd')).share).toEqual({ id: 'abcd' });
    await access.openShare('abcd');
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET', 'GET']);
  });

  it('needs the password of a protected share', async () => {
    const { access, requests } = setUp({ password: 'sesame' });
    await expect(access.openShare('abcd')).rejects.toMatchObject({ code: 'share_password_required' });
    expect(requests).toHaveLength(1);
    await expect(access.openShare('abcd', { password: 'x' })).rejects.toMatchObject({
      code: 'share_password_wrong',
    });
    expect((await access.openShare('abcd', { password: 'sesame' })).share).toEqual({ id: 'abcd' });
  });

  it('consumes no view of a share that is gone', async () => {
    const { access, requests } = setUp({ refusal: 'share_removed' });
    await expect(access.openShare('abcd')).rejects.toMatchObject({ code: 'share_removed' });
    expect(requests).toHaveLength(1);
  });
});

/** A store that shows what it holds. */
function setUpStore(token: string | null = null) {
  const store = { token };
  const tokenStore: ShareTokenStore = {
    load: async () => store.token,
    save: async ({ id, baseUrl }, saved) => {
      store.token = `${baseUrl} ${id} ${saved}`;
    },
    clear: async () => {
      store.token = null;
    },
  };
  return { store, tokenStore };
}

describe('a kept share token', () => {
  it.each<[string, Situation]>([
    ['with a view limit', { maxViews: 1 }],
    ['with a password', { password: 'sesame' }],
  ])('is that of a share %s', async (_name, situation) => {
    const { store, tokenStore } = setUpStore();
    await setUp(situation).access.openShare('abcd', { tokenStore, password: situation.password });
    expect(store.token).toBe('https://f.example abcd fsv_1');
  });

  it('is not worth it where opening again costs nothing', async () => {
    const { store, tokenStore } = setUpStore();
    await setUp().access.openShare('abcd', { tokenStore });
    expect(store.token).toBeNull();
  });

  it('opens the share without another view', async () => {
    const { access, requests } = setUp({ maxViews: 1 });
    await access.openShare('abcd', { tokenStore: setUpStore('fsv_1').tokenStore });
    expect(requests.map(({ method }) => method)).toEqual(['GET']);
  });

  it('makes place for a new one when it is over', async () => {
    const { access, requests } = setUp({ maxViews: 1 });
    const { store, tokenStore } = setUpStore('fsv_old');
    await access.openShare('abcd', { tokenStore });
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
    expect(store.token).toContain('fsv_1');
  });

  it('stays when it could not be tried', async () => {
    const { access } = setUp({ refusal: 'too_many_requests' });
    const { store, tokenStore } = setUpStore('fsv_1');
    await expect(access.openShare('abcd', { tokenStore })).rejects.toMatchObject({
      code: 'too_many_requests',
    });
    expect(store.token).toBe('fsv_1');
  });
});

describe('the share tokens', () => {
  it.each([
    ['/api/shares/abcd', 'abcd'],
    ['/api/shares/abcd/files?limit=1', 'abcd'],
    ['/api/shares?limit=1', undefined],
    ['/api/users/me', undefined],
  ])('belong to %s: %s', (path, id) => {
    expect(shareIdOfPath(path)).toBe(id);
  });
});

describe('the files of a share', () => {
  it('come page by page', async () => {
    const paths: string[] = [];
    for await (const file of setUp().access.listAllFiles('abcd')) paths.push(file.path);
    expect(paths).toEqual(['a', 'b']);
  });

  it('have addresses', () => {
    const { access } = setUp();
    expect(access.fileUrl('abcd', 'f1')).toBe('https://f.example/api/shares/abcd/files/f1');
    expect(access.fileUrl('abcd', 'f1', { inline: true })).toBe(
      'https://f.example/api/shares/abcd/files/f1?disposition=inline',
    );
    expect(access.archiveUrl('abcd')).toBe('https://f.example/api/shares/abcd/archive');
    expect(access.archiveUrl('abcd', { folder: 'a b/c' })).toBe(
      'https://f.example/api/shares/abcd/archive?folder=a+b%2Fc',
    );
    expect(access.archiveUrl('abcd', ['f1', 'f2'])).toBe(
      'https://f.example/api/shares/abcd/archive?files=f1%2Cf2',
    );
    expect(access.directUrl('abcd')).toBe('https://f.example/d/abcd');
    expect(access.directUrl('abcd', 'a b/ü?.txt')).toBe('https://f.example/d/abcd/a%20b/%C3%BC%3F.txt');
    expect(() => access.directUrl('abcd', '../x')).toThrow(expect.objectContaining({ code: 'not_found' }));
    expect(access.sha256sumsUrl('abcd')).toBe('https://f.example/api/shares/abcd/sha256sums');
  });
});

describe('parseShareLink', () => {
  it.each([
    ['abcd', { id: 'abcd', baseUrl: null }],
    [' https://f.example/s/ab-c_1 ', { id: 'ab-c_1', baseUrl: 'https://f.example' }],
    ['http://127.0.0.1:3000/share/abcd?x#y', { id: 'abcd', baseUrl: 'http://127.0.0.1:3000' }],
    ['https://f.example/d/abcd/folder/file.txt', { id: 'abcd', baseUrl: 'https://f.example' }],
    ['https://f.example/api/shares/abcd/files/zip', { id: 'abcd', baseUrl: 'https://f.example' }],
  ])('reads %s', (link, expected) => {
    expect(parseShareLink(link)).toEqual(expected);
  });

  it.each([
    '',
    'ab',
    'a b c',
    '../..',
    'https://f.example/',
    'https://f.example/s/..',
    'https://f.example/api/shares/abcd',
    'ftp://f.example/s/abcd',
  ])('refuses %j', (link) => {
    expect(() => parseShareLink(link)).toThrow(expect.objectContaining({ code: 'share_not_found' }));
  });
});
