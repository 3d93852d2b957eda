import { describe, expect, it } from 'vitest';
import { createApiClient } from './client.ts';
import { createShareAccess, shareIdOfPath, withShareTokens } from './share-access.ts';
import { parseShareLink } from './share-link.ts';
import type { Transport, TransportRequest } from './transport.ts';

/** A server with one share that is open to holders of its token. */
function setUp({ password, refusal }: { password?: string; refusal?: string } = {}) {
  const requests: TransportRequest[] = [];
  const respond = ({ method, path, headers, body }: TransportRequest): [number, unknown] => {
    if (refusal) return [404, { error: refusal }];
    if (path.endsWith('/files?limit=1000'))
      return [200, { files: [{ path: 'a' }], total: 2, nextCursor: 'c' }];
    if (path.endsWith('cursor=c')) return [200, { files: [{ path: 'b' }], total: 2, nextCursor: null }];
    if (method === 'POST') {
      const given = typeof body === 'object' && body && 'password' in body ? body.password : undefined;
      return given === password ? [200, { token: 'fsv_1' }] : [403, { error: 'share_password_wrong' }];
    }
    if (headers?.['x-share-token'] === 'fsv_1') return [200, { id: 'abcd' }];
    return [403, { error: password === undefined ? 'share_token_required' : 'share_password_required' }];
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
    expect(access.archiveUrl('abcd', ['f1', 'f2'])).toBe(
      'https://f.example/api/shares/abcd/archive?files=f1%2Cf2',
    );
    expect(access.sha256sumsUrl('abcd')).toBe('https://f.example/api/shares/abcd/sha256sums');
  });
});

describe('parseShareLink', () => {
  it.each([
    ['abcd', { id: 'abcd', baseUrl: null }],
    [' https://f.example/s/ab-c_1 ', { id: 'ab-c_1', baseUrl: 'https://f.example' }],
    ['http://127.0.0.1:3000/share/abcd?x#y', { id: 'abcd', baseUrl: 'http://127.0.0.1:3000' }],
    ['https://f.example/d/abcd/folder/file.txt', { id: 'abcd', baseUrl: 'https://f.example' }],
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
    'ftp://f.example/s/abcd',
  ])('refuses %j', (link) => {
    expect(() => parseShareLink(link)).toThrow(expect.objectContaining({ code: 'share_not_found' }));
  });
});
