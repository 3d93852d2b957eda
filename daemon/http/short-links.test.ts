import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../testing/start-app.ts';

let app: TestApp;

beforeAll(async () => void (app = await startApp()));
afterAll(() => app.stop());

it.each([
  ['/s/abc123', '/share/abc123'],
  [
    '/s/abc123?folder=Day%20two&file=Day%20two%2Fa.jpg',
    '/share/abc123?folder=Day%20two&file=Day%20two%2Fa.jpg',
  ],
])('%s leads to %s', async (link, page) => {
  const answer = await fetch(app.url + link, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([301, page]);
});

it('leaves what is no link of a share alone', async () => {
  const answer = await fetch(`${app.url}/s/a`, { redirect: 'manual' });
  expect(answer.headers.get('location')).toBeNull();
});
