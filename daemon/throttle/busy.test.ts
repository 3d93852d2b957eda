import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, createCaller } from '../testing/browser.ts';
import { createDraft, publish, upload } from '../testing/drafts.ts';
import { addMember, signInAs } from '../testing/members.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

/** A server that is too busy to check a secret must not count it as a wrong one. */

let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    env: { FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true' },
  });
});
afterAll(() => app.stop());

/** Keeps all workers for password hashes busy, and their queue full. */
async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
  const { passwords } = app.app.core;
  let isOver = false;
  const hashing = Array.from({ length: 80 }, async () => {
    while (!isOver) {
      const isDone = await passwords.hash('something else').then(
        () => true,
        () => false,
      );
      if (!isDone) await setImmediate();
    }
  });
  try {
    return await work();
  } finally {
    isOver = true;
    await Promise.all(hashing);
  }
}

async function trySign(): Promise<() => Promise<Answer>> {
  const { username, password } = await addMember(app, 'busy_ann');
  return () => createCaller(app.url)('/auth/signIn', { json: { username, password } });
}

async function tryConfirm(): Promise<() => Promise<Answer>> {
  const member = await addMember(app, 'busy_ben');
  const { headers } = await signInAs(app, member);
  const json = { password: member.password };
  return () => createCaller(app.url)('/auth/totp/enable', { json, headers });
}

async function tryShare(): Promise<() => Promise<Answer>> {
  const password = 'open sesame';
  const draft = await createDraft(app, { password });
  await upload(app, draft, { path: 'a.txt', text: 'text' });
  await publish(app, draft);
  return () => createCaller(app.url)(`/shares/${draft.id}/token`, { json: { password } });
}

it.each([
  ['at sign-in', trySign],
  ['of a session', tryConfirm],
  ['of a share', tryShare],
])(
  'takes right passwords %s after all that it could not look at',
  async (_name, prepare) => {
    const attempt = await prepare();
    const statuses = await whileBusy(async () => {
      const seen: number[] = [];
      for (let n = 0; n < 25; n += 1) seen.push((await attempt()).status);
      return seen;
    });
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(20);
    expect((await attempt()).status).toBeLessThan(300);
  },
  30_000,
);
