import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ImportReport } from '#sdk/contract/host/imports.js';
import { createPalmr, encrypt, type PalmrInstance } from '../../daemon/testing/import/palmr-instance.ts';
import { createPingvin, type PingvinInstance } from '../../daemon/testing/import/pingvin-instance.ts';
import { createWorkspace, type Workspace, writeFiles } from './workspace.ts';

let workspace: Workspace;
let pingvin: PingvinInstance;
let palmr: PalmrInstance;

/** The commands of the guide that import, in its order. */
let commands: string[][];

beforeAll(async () => {
  [workspace, pingvin, palmr] = await Promise.all([createWorkspace(), createPingvin(), createPalmr()]);
  const bob = await pingvin.addUser('bob');
  await pingvin.addShare('from-pingvin', { creatorId: bob });
  await pingvin.addShare('incomplete', { uploadLocked: 0 });
  const carol = await palmr.addUser('carol');
  const file = await palmr.addFile(carol, 'a.txt', { text: 'secret', bytes: encrypt('secret', 'the key') });
  await palmr.addShare('FromPalmr', [file], { row: { creatorId: carol } });
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

it('prints the whole report with --json, by the other name of the command too', async () => {
  const source = ['--data-dir', path.join(workspace.folder, 'data'), '--json'];
  const again = await workspace.run(['import', 'pingvin-x', pingvin.folder, ...source]);
  const report = JSON.parse(again.stdout) as ImportReport;
  expect(report.counts.shares).toEqual({ found: 2, imported: 0, present: 1, left: 1 });
  expect(report.doctor?.isHealthy).toBe(true);
});

it('says what is wrong with a source', async () => {
  const target = ['--data-dir', path.join(workspace.folder, 'data')];
  const nowhere = await workspace.run(['import', 'palmr', pingvin.folder, ...target]);
  expect(nowhere.exitCode).not.toBe(0);
  expect(nowhere.stderr).toContain('There is nothing to import');
});
