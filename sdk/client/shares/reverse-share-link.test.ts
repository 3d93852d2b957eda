import { describe, expect, it } from 'vitest';
import type { Transport } from '../core/transport.ts';
import {
  createReverseShareLinks,
  parseAnyReverseShareLink,
  parseReverseShareLink,
} from './reverse-share-link.ts';

const token = `fsq_${'aB-_'.repeat(10)}123`;
const baseUrl = 'https://f.example';

/** A server that answers like the program: with a redirection, a page or an error. */
function serverWith(answer: { status: number; location?: string; body?: unknown }) {
  const asked: string[] = [];
  const transport: Transport = {
    async send({ method, path }) {
      asked.push(`${method} ${path}`);
      return {
        status: answer.status,
        header: (name) => (name === 'location' ? (answer.location ?? null) : null),
        json: async () => answer.body,
        stream: () => new Blob([]).stream(),
      };
    },
  };
  return { asked, ...createReverseShareLinks(transport, baseUrl) };
}

describe('parseReverseShareLink', () => {
  it.each([
    [token, null],
    [` https://f.example/upload/${token} `, 'https://f.example'],
    [`http://127.0.0.1:3000/upload/${token}/?x#y`, 'http://127.0.0.1:3000'],
  ])('reads %s', (link, baseUrl) => {
    expect(parseReverseShareLink(link)).toEqual({ token, baseUrl });
  });

  it.each([
    '',
    'fsq_short',
    'https://f.example/s/abcd',
    'https://f.example/r/inbox',
    `ftp://f.example/upload/${token}`,
  ])('refuses %j', (link) => {
    expect(() => parseReverseShareLink(link)).toThrow(
      expect.objectContaining({ code: 'reverse_share_not_found' }),
    );
  });
});

describe('parseAnyReverseShareLink', () => {
  it.each([
    [token, { token, baseUrl: null }],
    [`${baseUrl}/upload/${token}`, { token, baseUrl }],
    [` ${baseUrl}/upload/7f0a3c9e-0d5b-4c88-9d0e-6a1de2b8f001/?x#y `, { token: null, baseUrl }],
    [`${baseUrl}/r/my-inbox`, { token: null, baseUrl }],
  ])('reads %s', (link, expected) => {
    expect(parseAnyReverseShareLink(link)).toEqual(expected);
  });

  it.each(['my-inbox', `${baseUrl}/r/a`, `${baseUrl}/upload/fsq_short`, 'ftp://f.example/r/inbox'])(
    'refuses %j',
    (link) => {
      expect(() => parseAnyReverseShareLink(link)).toThrow(
        expect.objectContaining({ code: 'reverse_share_not_found' }),
      );
    },
  );
});

describe('resolveReverseShareLink', () => {
  it('asks nobody about our own links', async () => {
    const server = serverWith({ status: 500 });
    expect(await server.resolveReverseShareLink(`${baseUrl}/upload/${token}`)).toBe(token);
    expect(server.asked).toEqual([]);
  });

  it.each([`/upload/${token}`, `${baseUrl}/upload/${token}?x=1`])(
    'follows a redirection to %s',
    async (location) => {
      const server = serverWith({ status: 303, location });
      expect(await server.resolveReverseShareLink('https://elsewhere.example/r/inbox/?x=1')).toBe(token);
      expect(server.asked).toEqual(['GET /r/inbox']);
    },
  );

  it.each([
    ['the page of the program', { status: 200 }, 'reverse_share_not_found'],
    ['no page', { status: 404 }, 'reverse_share_not_found'],
    ['a redirection to another page', { status: 303, location: '/share/abcd' }, 'reverse_share_not_found'],
    ['too many guesses', { status: 429, body: { error: 'too_many_requests' } }, 'too_many_requests'],
  ])('fails on %s', async (_name, answer, code) => {
    const { resolveReverseShareLink } = serverWith(answer);
    await expect(resolveReverseShareLink(`${baseUrl}/r/inbox`)).rejects.toMatchObject({ code });
  });
});
