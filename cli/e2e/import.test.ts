import { readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ImportReport } from '#sdk/contract/host/imports.js';
import { createPalmr, encrypt, type PalmrInstance } from '../../daemon/testing/import/palmr-instance.ts';
import { createPingvin, type PingvinInstance } from '../../daemon/testing/import/pingvin-instance.ts';
import { createWorkspace, type Workspace, writeFiles } from './workspace.ts';

let workspace: Workspace;
let pingvin: PingvinInstance;
let palmr: PalmrInstance;
let token: string;

/** The commands of the guide that import, in its order. */
let commands: string[][];

beforeAll(async () => {
  [workspace, pingvin, palmr] = await Promise.all([createWorkspace(), createPingvin(), createPalmr()]);
  const bob = await pingvin.addUser('bob');
  await pingvin.addShare('from-pingvin', { creatorId: bob });
  await pingvin.addShare('incomplete', { uploadLocked: 0 });
  ({ token } = await pingvin.addReverseShare(bob));
  const carol = await palmr.addUser('carol');
  const file = await palmr.addFile(carol, 'a.txt', { text: 'secret', bytes: encrypt('secret', 'the key') });
  await palmr.addShare('FromPalmr', [file], { row: { creatorId: carol } });
  await palmr.addReverseShare('my-inbox', carol);
  await writeFiles(workspace.folder, { 'palmr.key': 'the key\n' });
  const guide = await readFile(path.join(import.meta.dirname, '../../docs/guide/import.md'), 'utf8');
  const places: Record<string, string> = {
    '/srv/pingvin/data': pingvin.folder,
    '/srv/palmr/server': palmr.folder,
    '/srv/fileshare': path.join(workspace.folder, 'data'),
  };
  commands = [...guide.matchAll(/^ *fileshare (import .*)$/gm)].map(([, command = '']) =>
    command.split(' ').map((word) => places[word] ?? word),
  );
});
afterAll(() => Promise.all([workspace.remove(), pingvin.close(), palmr.close()]));

const textAt = async (link: string) => (await fetch(workspace.server.url + link)).text();

it('runs the commands of the guide beside the server', async () => {
  const [dryRun = [], first = [], second = []] = commands;
  const dry = await workspace.run(dryRun);
  expect([dry.exitCode, dry.stderr]).toEqual([0, '']);
  expect(dry.stdout).toMatch(/SHARES? +2 +1 +0 +1|Shares +2 +1 +0 +1/);
  expect(dry.stdout).toContain('  incomplete');
  expect(dry.stdout).toContain('Nothing was changed.');
  expect(await textAt('/d/from-pingvin')).toContain('share_not_found');
  const imported = await workspace.run(first);
  expect([imported.exitCode, imported.stderr]).toEqual([0, '']);
  expect(imported.stdout).toContain('All checks passed.');
  const other = await workspace.run(second);
  expect([other.exitCode, other.stderr]).toEqual([0, '']);
  expect([await textAt('/d/from-pingvin'), await textAt('/d/FromPalmr')]).toEqual([
    'content of from-pingvin',
    'secret',
  ]);
});

it('understands the links of the other programs', async () => {
  const { url } = workspace.server;
  const link = `${url}/api/shares/from-pingvin/files/zip`;
  const downloaded = await workspace.run(['download', link, '-o', '-']);
  expect([downloaded.exitCode, downloaded.stdout]).toEqual([0, 'content of from-pingvin']);
  const shown = await workspace.run(['info', `${url}/share/from-pingvin`, '--json']);
  expect(JSON.parse(shown.stdout)).toMatchObject({ kind: 'share', id: 'from-pingvin' });
});

it('sends files through their links of reverse shares', async () => {
  const { url } = workspace.server;
  for (const old of [`${url}/upload/${token}`, `${url}/r/my-inbox`]) {
    const told = await workspace.run(['info', old, '--json']);
    expect(JSON.parse(told.stdout)).toMatchObject({
      kind: 'reverseShare',
      invitation: { hasPassword: false },
    });
    const sent = await workspace.run(['upload', 'palmr.key', '--reverse-share', old, '--quiet']);
    expect([sent.exitCode, sent.stderr]).toEqual([0, '']);
  }
  const unknown = await workspace.run(['info', `${url}/r/nothing`, '--json']);
  expect(JSON.parse(unknown.stdout)).toMatchObject({ error: { code: 'reverse_share_not_found' } });
});

it('prints the whole report with --json, by the other name of the command too', async () => {
  const source = ['--data-dir', path.join(workspace.folder, 'data'), '--json'];
  const again = await workspace.run(['import', 'pingvin-x', pingvin.folder, ...source]);
  const report = JSON.parse(again.stdout) as ImportReport;
  expect(report.counts.shares).toEqual({ found: 2, imported: 0, present: 1, left: 1 });
  expect(report.doctor?.isHealthy).toBe(true);
});

it('ends with the code of damaged data as long as a file is lost', async () => {
  const dora = await palmr.addUser('dora');
  const kept = await palmr.addFile(dora, 'kept.txt', { text: 'kept' });
  const lost = await palmr.addFile(dora, 'lost.txt', { text: 'back again' });
  await palmr.addShare('Partly', [kept, lost], { row: { creatorId: dora } });
  const [key = ''] = await palmr.keysOf([lost]);
  const [stored, away] = [path.join(palmr.folder, 'uploads', key), path.join(palmr.folder, 'away')];
  await rename(stored, away);
  const [, , command = []] = commands;
  for (let run = 0; run < 2; run += 1) {
    const { exitCode, stdout } = await workspace.run(command);
    expect([exitCode, stdout]).toEqual([9, expect.stringContaining('  Partly/lost.txt')]);
  }
  await rename(away, stored);
  expect((await workspace.run(command)).exitCode).toBe(0);
  expect(await textAt('/d/Partly/lost.txt')).toBe('back again');
});

it('says what is wrong with a source', async () => {
  const target = ['--data-dir', path.join(workspace.folder, 'data')];
  const nowhere = await workspace.run(['import', 'palmr', pingvin.folder, ...target]);
  expect(nowhere.exitCode).not.toBe(0);
  expect(nowhere.stderr).toContain('There is nothing to import');
});
