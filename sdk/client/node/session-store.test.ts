import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTempFolder } from '../../testing/temp-folder.ts';
import { describeSessionStore } from '../session/store.suite.ts';
import { fileSessionStore } from './session-store.ts';

let folder: Awaited<ReturnType<typeof makeTempFolder>>;
beforeEach(async () => {
  folder = await makeTempFolder();
});
afterEach(() => folder.remove());

describeSessionStore('fileSessionStore', () => fileSessionStore(join(folder.path, 'session.json')));

const session = { accessTokenExpiresAt: '2030-01-01T00:00:00.000Z', accessToken: 'a', refreshToken: 'r' };

it('keeps a session for its owner only, and nothing else', async () => {
  const file = join(folder.path, 'new/session.json');
  await fileSessionStore(file).save(session);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(join(folder.path, 'new'))).toEqual(['session.json']);
});

it.each(['', '{"acc', '[]', '{"other":1}'])('takes %j for no session', async (content) => {
  const file = join(folder.path, 'session.json');
  await writeFile(file, content);
  expect(await fileSessionStore(file).load()).toBe(null);
});
