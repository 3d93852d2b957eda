import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ShareId } from '#sdk/contract/formats/primitives.js';
import { findViolations } from '../../testing/check-invariants.ts';
import { signIn } from '../../testing/clients.ts';
import { createDraft, publish, upload } from '../../testing/drafts.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

/** The guides' commands for programs that everybody has. */

const password = 'open-sesame';

const call = promisify(execFile);
let app: TestApp;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fileshare-curl-'));
  app = await startApp({ env: { FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true' } });
});
afterEach(async () => {
  expect(await findViolations(app.app)).toEqual([]);
  await app.stop();
  await rm(folder, { recursive: true });
});

/** Returns the commands of a guide, one by one. */
async function readCommands(guide: string): Promise<string[]> {
  const text = await readFile(`docs/guide/${guide}.md`, 'utf8');
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, code = '']) => code);
  return blocks.flatMap((code) =>
    code
      .replaceAll(/\\\n */g, '')
      .trim()
      .split('\n'),
  );
}

/** Runs commands in one shell, as written except for the names that stand for something. */
async function run(commands: readonly string[], names: Readonly<Record<string, string>>): Promise<string[]> {
  const script = commands.map((command) =>
    Object.entries(names).reduce((text, [name, value]) => text.replaceAll(name, value), command),
  );
  const outputs = script.map((command, n) => `{ ${command}\n} > ${n}.out 2> ${n}.err`);
  await call('sh', ['-ec', outputs.join('\n')], { cwd: folder });
  return Promise.all(script.map((_, n) => readFile(join(folder, `${n}.out`), 'utf8')));
}

describe('the guide', () => {
  it('to uploads with curl has commands that work', async () => {
    const admin = await signIn(app);
    const { secret } = await admin.apiKeys.create({
      body: { name: 'curl', scopes: ['shares:write'], password: app.admin.password },
    });
    await writeFile(join(folder, 'report.pdf'), 'report');
    const commands = await readCommands('upload-with-curl');
    const names = { 'https://files.example.org': app.url, PASSWORD: password, KEY: secret };
    const links = (await run(commands, names)).map((output) => output.trim());
    expect(links).toHaveLength(5);
    const ids = links.map((link) => /\/s\/([^/]+)$/.exec(link)?.[1] ?? link);
    const shares = await Promise.all(
      ids.map((id) => app.app.core.uow.read.shares.findById(ShareId.parse(id))),
    );
    expect(shares.map((share) => [share?.state, share?.name ?? null, share?.passwordHash !== null])).toEqual([
      ['active', null, false],
      ['active', null, false],
      ['active', 'Report', false],
      ['active', null, true],
      ['active', null, false],
    ]);
  });

  it('to direct links has commands that work', async () => {
    const draft = await createDraft(app, { password });
    await upload(app, draft, { path: 'name.txt', text: 'content' });
    await publish(app, draft);
    const open = await createDraft(app);
    await upload(app, open, { path: 'name.txt', text: 'content' });
    await publish(app, open);
    const commands = await readCommands('direct-links');
    const names = { 'https://files.example.org': app.url, PASSWORD: password };
    const isLocked = (command: string) => /PASSWORD|TOKEN|sha256sum --check/.test(command);
    // Each downloads the same file again.
    const inNewFolder = (command: string) =>
      command.replace(/^(curl -fOJ|wget (?=--))/, 'rm -f name.txt; $1');
    const openOnes = commands.filter((command) => !isLocked(command)).map(inNewFolder);
    const outputs = await run(openOnes, { ...names, '/ID': `/${open.id}` });
    const digest = outputs.at(-1)?.trim() ?? '';
    expect(outputs.at(-2)?.toLowerCase()).toContain(`repr-digest: sha-256=:${digest.toLowerCase()}:`);
    const locked = await run(commands.filter(isLocked).map(inNewFolder), { ...names, '/ID': `/${draft.id}` });
    expect(locked.at(-1)).toBe('name.txt: OK\n');
    expect(await readFile(join(folder, 'photos.zip'), 'utf8')).toBe('content');
  });
});
