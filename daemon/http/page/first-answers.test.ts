import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInAs } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let instance: TestApp;
let session: Record<string, string>;

beforeAll(async () => {
  instance = await startApp();
  ({ headers: session } = await signInAs(instance, instance.admin));
});
afterAll(() => instance.stop());

type Answers = Record<string, { status: number; body: unknown }>;

/** Opens the page; returns the answers that it brings. */
async function readAnswers(path: string, headers: Record<string, string> = {}): Promise<Answers> {
  const html = await (await fetch(instance.url + path, { headers })).text();
  return JSON.parse(/id="first-answers">(.*?)<\/script>/.exec(html)?.[1] ?? '') as Answers;
}

/** What the endpoint itself answers. */
async function ask(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(instance.url + path, { headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

it('brings the answers that the endpoints would give', async () => {
  const answers = await readAnswers('/upload');
  expect(Object.keys(answers)).toEqual(['/api/configs', '/api/users/me']);
  for (const [path, answer] of Object.entries(answers)) expect(answer).toEqual(await ask(path));
});

it('knows who is signed in', async () => {
  expect((await readAnswers('/upload'))['/api/users/me']?.body).toBeNull();
  const { '/api/users/me': me } = await readAnswers('/upload', session);
  expect(me).toEqual(await ask('/api/users/me', session));
});

it('brings nothing before the instance is set up', async () => {
  const fresh = await startApp({ isFresh: true });
  const html = await (await fetch(`${fresh.url}/share/abc`)).text();
  await fresh.stop();
  expect(html).toContain('id="first-answers">{}</script>');
});
