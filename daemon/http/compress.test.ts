import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, fullPath } from '#sdk/contract/api.js';
import type { EndpointDefinition } from '#sdk/contract/endpoint.js';
import { createDraft, type Draft, publish, upload } from '../testing/drafts.ts';
import { signInAs } from '../testing/members.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';
import { mayCompress } from './compress.ts';

describe('mayCompress', () => {
  it('leaves every answer with a token, a link or a password as it is', () => {
    const endpoints = Object.values(api).flatMap((feature) => Object.values<EndpointDefinition>(feature));
    const compressed = endpoints.filter(mayCompress).map(fullPath);
    expect(compressed.sort()).toEqual([
      '/api/configs',
      '/api/openapi.json',
      '/api/shares/:id/files',
      '/api/shares/:id/owner/files',
      '/api/statistics',
    ]);
  });
});

describe('an answer', () => {
  let instance: TestApp;
  let session: Record<string, string>;
  let share: Draft;

  beforeAll(async () => {
    instance = await startApp();
    ({ headers: session } = await signInAs(instance, instance.admin));
    share = await createDraft(instance, { name: 'Plans' }, session);
    await upload(instance, share, { path: 'a.txt', text: 'a'.repeat(5000) });
    expect(await publish(instance, share)).toBe(200);
  });
  afterAll(() => instance.stop());

  const read = (path: string, acceptEncoding: string) =>
    fetch(instance.url + path, { headers: { ...session, 'accept-encoding': acceptEncoding } });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
  ])('to %s is sent in %s', async (accepted, sent) => {
    const response = await read('/api/configs', accepted);
    expect(response.headers.get('content-encoding')).toBe(sent);
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
    expect(await response.json()).toBeInstanceOf(Array);
  });

  it('that is short stays as it is', async () => {
    const response = await read(`/api/shares/${share.id}/files`, 'br');
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('content-length')).not.toBeNull();
  });

  it('with the content of files stays as it is', async () => {
    for (const path of [`/api/shares/${share.id}/archive`, `/d/${share.id}`]) {
      const response = await read(path, 'br, gzip');
      expect(response.status).toBe(200);
      expect(response.headers.get('content-encoding')).toBeNull();
      await response.arrayBuffer();
    }
  });
});
