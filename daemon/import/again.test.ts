import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileSource } from '#sdk/index.js';
import { findViolations } from '../testing/check-invariants.ts';
import { password, signIn } from '../testing/clients.ts';
import { createPalmr, type PalmrInstance } from '../testing/import/palmr-instance.ts';
import { createPingvin, type PingvinInstance } from '../testing/import/pingvin-instance.ts';
import { listFindings, runImport } from '../testing/import/run-import.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

let app: TestApp;

afterEach(async () => {
  expect(await findViolations(app.app)).toEqual([]);
  await app.stop();
});

const find = (id: string) => app.app.core.uow.read.shares.findById(id);

async function pathsOf(id: string): Promise<string[]> {
  const share = await find(id);
  const page = await app.app.core.uow.read.files.listPage(share?.key ?? ('' as never), { limit: 99 });
  return page.map(({ path }) => path);
}

const textOf = async (path: string) => (await fetch(app.url + path)).text();

describe('a second import from Pingvin Share', () => {
  let old: PingvinInstance;
  let ann: string;

  beforeEach(async () => {
    [app, old] = await Promise.all([startApp(), createPingvin()]);
    ann = await old.addUser('ann');
  });
  afterEach(() => old.close());

  const run = (options: Partial<Parameters<typeof runImport>[1]> = {}) =>
    runImport(app, { program: 'pingvin', source: old.folder, ...options });
  const pathOf = (share: string, id = '') => join(old.folder, 'uploads/shares', share, id);
  const asAnn = () => signIn(app, { username: 'ann', password });

  /** Adds a share with files, and takes the bytes of some of them away until they are put back. */
  async function addLossy(id: string, texts: Record<string, string>, lost: readonly string[]) {
    const ids = await old.addShare(id, { creatorId: ann }, texts);
    const names = Object.keys(texts);
    const away = join(old.folder, 'away', id);
    await mkdir(away, { recursive: true });
    const moved = ids.filter((_, n) => lost.includes(names[n] ?? ''));
    for (const each of moved) await rename(pathOf(id, each), join(away, each));
    return {
      ids,
      putBack: async () => {
        for (const each of moved) await rename(join(away, each), pathOf(id, each));
      },
    };
  }

  it('names lost files again, and takes them over when their bytes are there', async () => {
    const { ids, putBack } = await addLossy('abc', { 'a.txt': 'aaa', 'b.png': 'bbbb' }, ['b.png']);
    expect(listFindings(await run())).toEqual(['file_missing abc/b.png', 'table_unknown Surprise']);
    const again = await run();
    expect(listFindings(again)).toContain('file_missing abc/b.png');
    expect(again.counts.files).toEqual({ found: 2, imported: 0, present: 1, left: 1 });

    await putBack();
    const dry = await run({ dryRun: true });
    const third = await run();
    expect(third.counts).toMatchObject({
      shares: { found: 1, imported: 0, present: 1, left: 0 },
      files: { found: 2, imported: 1, present: 1, left: 0 },
    });
    expect([dry.counts, dry.bytes, listFindings(dry)]).toEqual([
      third.counts,
      third.bytes,
      listFindings(third),
    ]);
    expect(third.bytes).toEqual({ found: 7, imported: 4 });
    expect(await find('abc')).toMatchObject({ fileCount: 2, size: 7 });
    expect(await textOf(`/api/shares/abc/files/${ids[1]}`)).toBe('bbbb');
    expect((await run()).counts.files).toEqual({ found: 2, imported: 0, present: 2, left: 0 });
  });

  it('brings back nothing that its owner has removed here', async () => {
    const one = await addLossy('one', { 'kept.txt': 'k', 'lost.txt': 'l', 'removed.txt': 'r' }, ['lost.txt']);
    const two = await addLossy('two', { 'a.txt': 'a', 'lost.txt': 'l' }, ['lost.txt']);
    await run();
    const client = await asAnn();
    const files = await client.files.listOwned({ params: { id: 'one' } });
    const fileId = files.files.find(({ path }) => path === 'removed.txt')?.id ?? '';
    await client.files.remove({ params: { id: 'one', fileId } });
    await client.shares.remove({ params: { id: 'two' } });
    await app.app.jobs.run('shares.purge');
    await Promise.all([one.putBack(), two.putBack()]);
    const report = await run();
    expect(report.counts.files).toEqual({ found: 5, imported: 1, present: 4, left: 0 });
    expect(await pathsOf('one')).toEqual(['kept.txt', 'lost.txt']);
    expect((await find('two'))?.state).toBe('removed');
  });

  it('replaces nothing that its owner has added here', async () => {
    const { putBack } = await addLossy('abc', { 'a.txt': 'a', 'b.txt': 'old' }, ['b.txt']);
    await run();
    const content = Buffer.from('new');
    const source: FileSource = {
      path: 'b.txt',
      size: content.length,
      fingerprint: '',
      async *open(start, end) {
        yield content.subarray(start, end);
      },
    };
    await (await asAnn()).uploadFiles([source], { into: `${app.url}/s/abc` });
    await putBack();
    expect(listFindings(await run())).toContain('file_renamed abc/b.txt b (2).txt');
    expect([await textOf('/d/abc/b.txt'), await textOf('/d/abc/b%20(2).txt')]).toEqual(['new', 'old']);
  });

  it('takes over files that were added there since', async () => {
    await addLossy('abc', { 'a.txt': 'a' }, []);
    await run();
    const id = '00000000-0000-4000-8000-000000000001';
    await old.add('File', { id, createdAt: 1, name: 'later.txt', size: '5', shareId: 'abc' });
    expect(listFindings(await run())).toContain('file_missing abc/later.txt');
  });

  it('names what is lost in shares that an interrupted run has finished', async () => {
    await addLossy('first', { 'a.txt': 'a', 'b.txt': 'b' }, ['b.txt']);
    await addLossy('second', { 'c.txt': 'c', 'd.txt': 'd' }, []);
    const controller = new AbortController();
    const onProgress = ({ files }: { files: number }) => void (files === 2 && controller.abort());
    await expect(run({ signal: controller.signal, onProgress })).rejects.toThrow(/abort/i);
    expect([await find('first'), await find('second')]).toEqual([expect.anything(), null]);
    const report = await run();
    expect(listFindings(report)).toContain('file_missing first/b.txt');
    expect(report.counts.files).toEqual({ found: 4, imported: 2, present: 1, left: 1 });
  });

  it('leaves shares alone whose files nobody has noted', async () => {
    await addLossy('abc', { 'a.txt': 'a', 'b.txt': 'b' }, []);
    await run();
    await app.app.core.database.writer('imported_rows').where({ kind: 'file' }).delete();
    await rm(pathOf('abc'), { recursive: true });
    expect((await run()).counts.files).toEqual({ found: 2, imported: 0, present: 2, left: 0 });
  });
});

describe('a second import from Palmr', () => {
  let old: PalmrInstance;
  let carol: string;

  beforeEach(async () => {
    [app, old] = await Promise.all([startApp(), createPalmr()]);
    carol = await old.addUser('carol');
  });
  afterEach(() => old.close());

  const run = () => runImport(app, { program: 'palmr', source: old.folder });

  it('names lost files again, in shares and outside of them, and takes them over', async () => {
    const names = ['in.txt', 'lost.txt', 'out.txt', 'out-lost.txt'];
    const files: string[] = [];
    for (const name of names) files.push(await old.addFile(carol, name));
    await old.addShare('Shared', files.slice(0, 2), { row: { creatorId: carol } });
    const [, lost = '', , outside = ''] = await old.keysOf(files);
    const move = async (from: string, to: string) => {
      for (const key of [lost, outside]) await rename(join(old.folder, from, key), join(old.folder, to, key));
    };
    await mkdir(join(old.folder, 'away', carol), { recursive: true });
    await move('uploads', 'away');
    const first = listFindings(await run());
    const { shares } = await (await signIn(app, { username: 'carol', password })).shares.list();
    const library = shares.find(({ name }) => name === 'Files from Palmr')?.id;
    const missing = ['file_missing Shared/lost.txt', `file_missing ${library}/out-lost.txt`].toSorted();
    expect(first).toEqual(expect.arrayContaining(missing));
    expect(listFindings(await run())).toEqual(missing);
    await move('away', 'uploads');
    const report = await run();
    expect([listFindings(report), report.counts.files]).toEqual([
      [],
      { found: 4, imported: 2, present: 2, left: 0 },
    ]);
    const shown = await fetch(`${app.url}/e/${files[1]}`);
    expect(await shown.text()).toBe('content of lost.txt');
  });

  it('keeps files out of the share for those in none that came in another share before', async () => {
    const shared = await old.addFile(carol, 'shared.txt');
    await old.addFile(carol, 'loose.txt');
    const expiration = Date.now() + 1500;
    await old.addShare('Ends', [shared], { row: { creatorId: carol, expiration } });
    expect((await run()).counts.files).toMatchObject({ imported: 2 });
    await expect.poll(() => Date.now(), { timeout: 5000 }).toBeGreaterThan(expiration);
    expect((await run()).counts.files).toMatchObject({ imported: 0, left: 0 });
  });
});
