import { describe, expect, it } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import type { QuarantinedFile } from '#sdk/contract/shares/malware.js';
import { testContext } from '../../../testing/context.ts';
import { stub } from '../../../testing/stub.ts';
import { list } from './list.ts';
import { release } from './release.ts';
import { remove } from './remove.ts';

const evil = aFile({ id: 'a'.repeat(32), path: 'photos/evil.scr' });
const others = [aFile({ id: 'b'.repeat(32) }), aFile({ id: 'c'.repeat(32) })];

function aFile(fields: Partial<Record<keyof QuarantinedFile, unknown>>): QuarantinedFile {
  return {
    path: 'setup.exe',
    size: 68,
    signature: 'Eicar-Test-Signature',
    foundAt: '2030-01-01T10:00:00.000Z',
    share: { id: 'AbCdEfGh', name: 'Holiday', owner: 'bob' },
    ...fields,
  } as QuarantinedFile;
}

function quarantine({ fileCount = 1, isLast = true, answers }: Partial<Setting> = {}) {
  const removeFile = stub(() => {
    if (isLast) throw new AppError('share_empty');
  });
  const calls = { removeFile, removeShare: stub(), releaseFile: stub() };
  const client = {
    malware: {
      list: async () => ({ files: [evil, ...others], isScanning: true }),
      release: calls.releaseFile,
    },
    files: { remove: removeFile },
    shares: { remove: calls.removeShare, getOwned: async () => ({ state: 'active', fileCount }) },
  };
  return { ...calls, ...testContext({ client, ...(answers && { answers }) }) };
}

interface Setting {
  fileCount: number;
  isLast: boolean;
  answers: string[];
}

it('admin quarantine list fits on a narrow terminal', async () => {
  const { context } = quarantine();
  const found = await list.run(context, { args: [], options: {} });
  expect(list.view?.(found, context)[0]).toBe(
    `${evil.id}\t2030-01-01T10:00:00.000Z\tEicar-Test-Signature\t68\tAbCdEfGh\tbob\tphotos/evil.scr`,
  );
  context.streams.stdout.isTTY = true;
  context.streams.stdout.columns = 80;
  const lines = list.view?.(found, context) ?? [];
  expect(lines.every((line) => line.length <= 80)).toBe(true);
  expect(lines[0]).toMatch(/^ID +MALWARE +OWNER +PATH$/);
});

it.each([
  [true, 'No malware found.'],
  [false, 'The malware scan is off'],
])('admin quarantine list of no files, with the scan on: %j', async (isScanning, text) => {
  const client = { malware: { list: async () => ({ files: [], isScanning }) } };
  const { context, stderr } = testContext({ client });
  await list.run(context, { args: [], options: {} });
  expect(stderr()).toContain(text);
});

it('admin quarantine list says that new files are not checked, also while it has files', async () => {
  const client = { malware: { list: async () => ({ files: [evil], isScanning: false }) } };
  const { context, stderr } = testContext({ client });
  const result = await list.run(context, { args: [], options: {} });
  expect(stderr()).toContain('The malware scan is off');
  expect(list.view?.(result, context)).toHaveLength(1);
});

describe('admin quarantine remove', () => {
  it('names what is lost, and asks', async () => {
    const { context, removeShare, stderr } = quarantine({ answers: ['y'] });
    const result = await remove.run(context, { args: ['photos/evil.scr'], options: { yes: false } });
    expect(stderr()).toContain('photos/evil.scr, 68 bytes, Eicar-Test-Signature, in Holiday (AbCdEfGh), bob');
    expect(stderr()).toContain('The share Holiday (AbCdEfGh), bob, which has no other files');
    expect(removeShare).toHaveBeenCalledWith({ params: { id: 'AbCdEfGh' } });
    expect(result).toEqual({ deleted: [evil.id], deletedShares: ['AbCdEfGh'] });
  });

  it('keeps a share that has other files', async () => {
    const { context, removeFile, removeShare, stderr } = quarantine({
      fileCount: 2,
      isLast: false,
      answers: ['y'],
    });
    await remove.run(context, { args: [evil.id], options: { yes: false } });
    expect(stderr()).not.toContain('no other files');
    expect(removeFile).toHaveBeenCalledWith({ params: { id: 'AbCdEfGh', fileId: evil.id } });
    expect(removeShare).not.toHaveBeenCalled();
  });

  it.each([
    ['without a terminal', undefined, { exit: 'usage', text: { key: 'cli.errors.confirmation_needed' } }],
    ['after a no', ['n'], { exit: 'failure', text: { key: 'cli.errors.not_confirmed' } }],
  ])('deletes nothing %s', async (_, answers, error) => {
    const { context, removeFile } = quarantine(answers && { answers });
    const run = remove.run(context, { args: [evil.id], options: { yes: false } });
    await expect(run).rejects.toMatchObject(error);
    expect(removeFile).not.toHaveBeenCalled();
  });
});

it.each([
  ['setup.exe', { exit: 'usage', text: { key: 'cli.errors.quarantined_file_ambiguous' } }],
  ['other', { code: 'malware_not_found' }],
])('admin quarantine release does not guess which file %s means', async (path, error) => {
  const { context, releaseFile } = quarantine();
  const run = release.run(context, { args: [evil.id, path], options: {} });
  await expect(run).rejects.toMatchObject(error);
  expect(releaseFile).not.toHaveBeenCalled();
});
