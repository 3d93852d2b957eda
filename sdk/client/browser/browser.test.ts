import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerForm } from '../../testing/answer-form.ts';
import { memoryStorage } from '../../testing/memory-storage.ts';
import { ownerShare } from '../../testing/owner-share.ts';
import { NetworkError } from '../core/transport.ts';
import { describeUploadJournal } from '../upload/journal.suite.ts';
import { createFetchTransport } from './fetch-transport.ts';
import { filesFromBlobs } from './file-sources.ts';
import { sessionHintStore } from './session-hint-store.ts';
import { localStorageUploadJournal } from './upload-journal.ts';

describe('filesFromBlobs', () => {
  const file = new File(['hello'], 'u\u0308.txt', { lastModified: 5 });

  it('takes the name, the path in its folder, or the path that was given', () => {
    const inFolder = Object.defineProperty(new File([], 'a.txt'), 'webkitRelativePath', {
      value: 'photos/a.txt',
    });
    const sources = filesFromBlobs([file, inFolder, { file, path: './x/y.txt' }, { file, path: '/z.txt' }]);
    expect(sources.map(({ path }) => path)).toEqual(['ü.txt', 'photos/a.txt', 'x/y.txt', 'z.txt']);
  });

  it('takes a backslash for a part of the name, as it is without a folder', () => {
    const value = 'photos/a/b.txt';
    const inFolder = Object.defineProperty(new File([], 'a\\b.txt'), 'webkitRelativePath', { value });
    expect(filesFromBlobs([inFolder]).map(({ path }) => path)).toEqual(['photos/a\\b.txt']);
  });

  it('reads any part, and knows a file again', async () => {
    const [source] = filesFromBlobs([file]);
    const part = source?.open(1, 3);
    expect(part instanceof Blob && (await part.text())).toBe('el');
    expect(source?.blob).toBe(file);
    expect(source).toMatchObject({ size: 5, lastModified: 5, fingerprint: 'ü.txt:5:5' });
    await source?.check?.();
  });
});

let storage: Storage;
beforeEach(() => {
  storage = memoryStorage();
  storage.setItem('mine', 'stays');
});
afterEach(() => expect(storage.getItem('mine')).toBe('stays'));

describeUploadJournal('localStorageUploadJournal', (key) => localStorageUploadJournal({ key, storage }));

describe('localStorageUploadJournal', () => {
  it('leaves nothing', async () => {
    const journal = localStorageUploadJournal({ key: 'k', storage });
    await journal.begin({ share: ownerShare, uploadToken: 'fsu_1' });
    await journal.record([{ type: 'finished', path: 'a', fingerprint: 'f' }]);
    await journal.clear();
    expect(storage.length).toBe(1);
  });

  it('ignores what somebody else wrote there', async () => {
    storage.setItem('k:share', 'not json');
    expect(await localStorageUploadJournal({ key: 'k', storage }).load()).toBeNull();
  });
});

describe('sessionHintStore', () => {
  it('keeps the end of the access token and nothing secret', async () => {
    const store = sessionHintStore(storage);
    expect(await store.load()).toBeNull();
    await store.save({
      accessTokenExpiresAt: '2030-01-01T00:00:00Z',
      accessToken: 'secret',
      refreshToken: 'secret',
    });
    expect(await store.load()).toEqual({ accessTokenExpiresAt: '2030-01-01T00:00:00Z' });
    await store.clear();
    expect(await store.load()).toBeNull();
    storage.setItem('fileshare.session', '[1');
    expect(await store.load()).toBeNull();
  });
});

describe('the fetch transport', () => {
  let server: Server | undefined;

  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  async function listen(listener: Parameters<typeof createServer>[1]): Promise<string> {
    server = createServer(listener);
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it('sends JSON with the headers a plain form cannot send', async () => {
    const url = await listen((request, response) => {
      const { method, url: path, headers } = request;
      const seen = { method, path, type: headers['content-type'], by: headers['x-requested-with'] };
      request.pipe(response.setHeader('x-seen', JSON.stringify(seen)));
    });
    const response = await createFetchTransport(url).send({ method: 'POST', path: '/api/x', body: { a: 1 } });
    expect(await response.json()).toEqual({ a: 1 });
    expect(await response.json()).toEqual({ a: 1 });
    expect(JSON.parse(response.header('X-Seen') ?? '')).toEqual({
      method: 'POST',
      path: '/api/x',
      type: 'application/json',
      by: 'fileshare',
    });
  });

  it('sends a file as the part of a form, in the name of no foreign page', async () => {
    const url = await listen((request, response) => void answerForm(request, response));
    const response = await createFetchTransport(url).send({
      method: 'POST',
      path: '/api/x',
      file: new Blob([Buffer.from([0, 255, 13, 10, 45, 45])]),
    });
    expect(await response.json()).toEqual({ by: 'fileshare', name: 'file', content: '\u0000\u00ff\r\n--' });
  });

  it('answers errors and bodies that are no JSON as they are', async () => {
    const url = await listen((_request, response) => void response.writeHead(502).end('<html>'));
    const response = await createFetchTransport(url).send({ method: 'GET', path: '/' });
    expect(response.status).toBe(502);
    expect(await response.json()).toBeUndefined();
  });

  it('tells where a redirection has led', async () => {
    const url = await listen(({ url: path }, response) => {
      if (path === '/old') response.writeHead(303, { location: '/new?x' });
      response.end('<html>');
    });
    const transport = createFetchTransport(url);
    const followed = await transport.send({ method: 'GET', path: '/old' });
    expect([followed.status, followed.header('location')]).toEqual([200, `${url}/new?x`]);
    expect((await transport.send({ method: 'GET', path: '/new' })).header('location')).toBeNull();
  });

  it('tells a broken connection from an aborted request', async () => {
    const url = await listen((request) => request.socket.destroy());
    const transport = createFetchTransport(url);
    await expect(transport.send({ method: 'GET', path: '/' })).rejects.toThrow(NetworkError);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(transport.send({ method: 'GET', path: '/', signal })).rejects.toThrow('enough');
  });

  it('notices a body that breaks off', async () => {
    const url = await listen((_request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{');
      setImmediate(() => response.destroy());
    });
    const response = await createFetchTransport(url).send({ method: 'GET', path: '/' });
    await expect(response.json()).rejects.toThrow(NetworkError);
  });
});
