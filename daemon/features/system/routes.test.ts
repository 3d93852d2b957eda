import { readFileSync } from 'node:fs';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { createCaller } from '../../testing/browser.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { createSystemRoutes } from './routes.ts';

let app: TestApp | undefined;
afterEach(async () => {
  await app?.stop();
  app = undefined;
});

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

it('is alive, ready and describes itself, even before it is set up', async () => {
  app = await startApp({ isFresh: true });
  const call = createCaller(app.url);
  expect((await call('/health')).body).toEqual({
    status: 'ok',
    version,
    instance: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
  });
  expect((await call('/health/ready')).body).toEqual({ status: 'ready' });
  const { body } = await call('/openapi.json');
  expect(body).toMatchObject({ openapi: '3.1.0', info: { version } });
  expect((body as { paths: object }).paths).toHaveProperty('/auth/signIn');
  const docs = await fetch(`${app.url}/api/docs`);
  expect(docs.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(docs.headers.get('content-security-policy')).toContain("default-src 'self'");
  expect(docs.headers.get('content-encoding')).not.toBeNull();
  expect(await docs.text()).toContain('POST</b> /api/auth/signIn');
});

it('is not ready when one of its checks fails', async () => {
  const { ready, warnings } = createReady(() => Promise.reject(new Error('disk full')));
  await expect(ready()).rejects.toMatchObject({
    code: 'not_ready',
    status: 503,
    params: { reason: 'storage' },
  });
  expect(warnings).toEqual([{ reason: 'storage', err: new Error('disk full') }]);
});

it('is not ready when one of its checks hangs, and says so before a load balancer stops waiting', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { ready, warnings } = createReady(() => new Promise(() => {}));
  const answer = ready().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await answer).toMatchObject({ code: 'not_ready', params: { reason: 'storage' } });
  expect(warnings).toEqual([{ reason: 'storage', err: new Error('no answer within 10 seconds') }]);
});

function createReady(checkStorage: () => Promise<void>) {
  const routes = createSystemRoutes({
    checks: [
      { reason: 'starting', run: async () => {} },
      { reason: 'storage', run: checkStorage },
    ],
    confirmClock: async () => undefined,
    releases: { read: async () => ({ version, latest: null }) },
    publicAddress: { read: () => Promise.reject(new Error('not asked')) },
    instance: () => 'a',
    metrics: null,
  });
  const route = routes.find(({ endpoint }) => endpoint.path === '/health/ready');
  const warnings: unknown[] = [];
  const ctx = { state: { logger: { warn: (values: unknown) => warnings.push(values) } } };
  return { ready: async () => route?.handle({ ctx } as never), warnings };
}
