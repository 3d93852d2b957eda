import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import { NetworkError } from '#sdk/index.js';
import { makeTempFolder } from '#sdk/testing/temp-folder.js';
import { readOptions } from '../options/read.ts';
import { testContext } from '../testing/context.ts';
import { readJsonLines } from '../testing/json-lines.ts';
import { aShare } from '../testing/shares.ts';
import { stub } from '../testing/stub.ts';
import { watch } from './watch.ts';

let folder: Awaited<ReturnType<typeof makeTempFolder>>;
let stop: AbortController;
beforeEach(async () => {
  folder = await makeTempFolder();
  stop = new AbortController();
  await writeFile(path.join(folder.path, 'a.txt'), 'a');
});
afterEach(() => folder.remove());

interface Init extends Partial<Parameters<typeof testContext>[0] & object> {
  isPasswordNeeded?: boolean;
}

/** Ends after the first upload. */
function setUp(raw: Record<string, unknown>, { isPasswordNeeded = true, ...init }: Init = {}) {
  const uploadFiles = stub(() => {
    stop.abort(new Error('enough'));
    return { share: aShare() };
  });
  const configs = {
    list: stub(() => [{ key: 'policies.userPassword', value: String(isPasswordNeeded) }]),
  };
  const client = { uploadFiles, configs, users: { me: stub(() => ({ username: 'ann' })) } };
  const test = testContext({ client, signal: stop.signal, ...init });
  const options = readOptions(test.context.translator, watch.options, { existing: true, ...raw });
  return {
    ...test,
    configs,
    uploadFiles,
    run: () => watch.run(test.context, { args: [folder.path], options }),
  };
}

describe('watch', () => {
  it('does not start without the password that shares need', async () => {
    const { run, uploadFiles } = setUp({});
    await expect(run()).rejects.toEqual(new AppError('share_needs_password'));
    expect(uploadFiles.mock.calls).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, Init]>([
    ['the environment', {}, { env: { FILESHARE_PASSWORD: 'open sesame' } }],
    ['stdin', { passwordStdin: true }, { stdin: 'open sesame\n' }],
    ['a person', { password: 'prompt' }, { answers: ['open sesame', 'open sesame'] }],
  ])('gives its shares the password of %s', async (_name, raw, init) => {
    const { run, uploadFiles } = setUp(raw, init);
    await run();
    expect(uploadFiles.mock.calls).toMatchObject([[[{}], { share: { password: 'open sesame' } }]]);
  });

  it('shows the password that it generates', async () => {
    const { run, uploadFiles, stdout, stderr } = setUp({ password: 'generate' }, { options: { json: true } });
    await run();
    const { password } = JSON.parse(stdout()) as { password: string };
    expect(uploadFiles.mock.calls).toMatchObject([[[{}], { share: { password } }]]);
    expect(stderr()).toContain(`Password: ${password}\n`);
  });

  it('ends well when it is stopped', async () => {
    const { run, stdout, stderr } = setUp({}, { isPasswordNeeded: false, options: { json: true } });
    await expect(run()).resolves.toBeUndefined();
    expect(stderr()).toMatch(/\nStopped\.\n$/);
    expect(readJsonLines(stdout())).toMatchObject([{ paths: ['a.txt'] }]);
  });

  // Administrators may read everything.
  it.skipIf(process.platform === 'win32' || process.geteuid?.() === 0)(
    'says once that it cannot read a folder, and goes on when it can',
    async () => {
      const locked = path.join(folder.path, 'locked');
      await mkdir(locked);
      await chmod(locked, 0o000);
      const { run, stderr, uploadFiles } = setUp({}, { isPasswordNeeded: false });
      const running = run();
      await expect.poll(stderr).toContain('locked cannot be opened: permission denied');
      await chmod(locked, 0o700);
      await running;
      expect(stderr().match(/permission denied/g)).toHaveLength(1);
      expect(stderr()).toContain('chmod -R u+rX');
      expect(uploadFiles.mock.calls).toHaveLength(1);
    },
    20_000,
  );

  it('starts while the server does not answer', async () => {
    const { run, configs, uploadFiles } = setUp({});
    configs.list.mockRejectedValueOnce(new NetworkError('down'));
    await run();
    expect(uploadFiles.mock.calls).toMatchObject([[[{}], { share: {} }]]);
  });

  it.each([
    [{ password: 'generate' }, '--password'],
    [{ passwordStdin: true }, '--password-stdin'],
    [{ expires: '1d' }, '--expires'],
  ])('refuses %j for files that go to a share that is there', async (raw, other) => {
    await expect(setUp({ into: 'abc123', ...raw }).run()).rejects.toMatchObject({
      text: { key: 'cli.errors.options_exclusive', params: { option: '--into', other } },
    });
  });

  it.skipIf(process.platform === 'win32')('says which names it has changed', async () => {
    await writeFile(path.join(folder.path, 'b\\c.txt'), 'b');
    const { run, stderr } = setUp({ renameInvalid: true }, { isPasswordNeeded: false });
    await run();
    expect(stderr()).toContain('Renamed 1 file:\n  b\\c.txt → b_c.txt\n');
  });
});
