import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError, exitCodes } from '#sdk/contract/errors.js';
import { createCliTranslator } from '../../context.ts';
import { describeFailure } from '../../errors/describe-failure.ts';
import { readOptions } from '../../options/read.ts';
import { testContext } from '../../testing/context.ts';
import { aFile, aShare } from '../../testing/shares.ts';
import { stub } from '../../testing/stub.ts';
import { edit } from './edit.ts';
import { open } from './open.ts';
import { qr } from './qr.ts';
import { removeFiles } from './remove-file.ts';

function editWith(raw: Record<string, unknown>, client: object, args = ['abc123']) {
  const test = testContext({ client: { shares: client }, answers: ['secret', 'secret'] });
  const options = readOptions(test.context.translator, edit.options, raw);
  return { ...test, run: () => edit.run(test.context, { args, options }) };
}

describe('share edit', () => {
  it.each<[string, Record<string, unknown>, object]>([
    ['texts', { name: 'New', description: '' }, { name: 'New', description: null }],
    ['the end', { expires: '2w' }, { expiration: '2-weeks' }],
    ['no view limit', { maxViews: 'none' }, { maxViews: null }],
    ['a view limit', { maxViews: '7' }, { maxViews: 7 }],
    ['no password', { password: false }, { password: null }],
    ['a password that is asked for', { password: 'prompt' }, { password: 'secret' }],
  ])('sends %s in the form of the API, and nothing else', async (_name, raw, body) => {
    const update = stub(() => aShare());
    const result = await editWith(raw, { update }).run();
    expect(update).toHaveBeenCalledWith({ params: { id: 'abc123' }, body });
    expect(edit.view?.(result, testContext().context)).toEqual(['https://files.example.org/s/abc123']);
  });

  it('changes several shares, and makes one password up for them', async () => {
    const update = stub(() => aShare());
    const client = { update, getOwned: async () => aShare() };
    const { run, stderr } = editWith({ password: 'generate' }, client, ['abc123', 'def456', 'abc123']);
    const { password, shares } = await run();
    expect(shares).toHaveLength(2);
    expect(update).toHaveBeenCalledWith({ params: { id: 'def456' }, body: { password } });
    expect(stderr()).toContain(`Password: ${password}\n`);
  });

  it('tells the password that was made up, although a later share fails', async () => {
    let isFirst = true;
    const update = stub(() => {
      if (!isFirst) throw new AppError('share_not_found');
      isFirst = false;
      return aShare();
    });
    const client = { update, getOwned: async () => aShare() };
    const { run, stderr } = editWith({ password: 'generate' }, client, ['abc123', 'def456']);
    const error: unknown = await run().catch((thrown: unknown) => thrown);
    const [, password] = /Password: (\S+)\n/.exec(stderr()) ?? [];
    const { document, exitCode } = describeFailure(createCliTranslator({}), error);
    expect(document).toMatchObject({
      code: 'partly_changed',
      shares: [{ id: 'abc123' }],
      password,
      failed: 'def456',
      left: ['def456'],
    });
    expect([password?.length, exitCode]).toEqual([23, exitCodes.partial]);
  });

  it('changes none of several when one does not exist, and says which', async () => {
    const update = stub(() => aShare());
    const getOwned = async ({ params: { id } }: { params: { id: string } }) => {
      if (id === 'nosuch') throw new AppError('share_not_found');
      return aShare();
    };
    const error: unknown = await editWith({ name: 'x' }, { update, getOwned }, ['abc123', 'nosuch'])
      .run()
      .catch((thrown: unknown) => thrown);
    const { document, lines, exitCode } = describeFailure(createCliTranslator({}), error);
    expect(document).toMatchObject({ code: 'share_not_found', argument: 'nosuch' });
    expect(lines[0]).toMatch(/^fileshare: nosuch: /);
    expect(exitCode).toBe(exitCodes.notFound);
    expect(update).not.toHaveBeenCalled();
  });

  it.each([
    [{ passwordStdin: true }, '--password-stdin'],
    [{ passwordFile: 'secret.txt' }, '--password-file'],
  ])('does not take the password away where %j gives one', async (source, other) => {
    const update = stub(() => aShare());
    await expect(editWith({ password: false, ...source }, { update }).run()).rejects.toMatchObject({
      exit: 'usage',
      text: { key: 'cli.errors.options_exclusive', params: { option: '--no-password', other } },
    });
    expect(update).not.toHaveBeenCalled();
  });

  it('adds and takes off recipients, whatever the case of letters', async () => {
    const update = stub(() => aShare());
    const recipients = [{ email: 'bob@example.org' }, { email: 'Eve@example.org' }];
    const raw = { to: ['mia@example.org,BOB@example.org'], notTo: ['eve@example.org'] };
    await editWith(raw, { update, getOwned: async () => aShare({ recipients }) }).run();
    expect(update).toHaveBeenCalledWith({
      params: { id: 'abc123' },
      body: { recipients: ['bob@example.org', 'mia@example.org'] },
    });
  });

  it('takes nobody off who is not there', async () => {
    const { run } = editWith({ notTo: ['x@example.org'] }, { getOwned: async () => aShare() });
    await expect(run()).rejects.toMatchObject({ text: { key: 'cli.errors.recipient_unknown' } });
  });

  it('needs something to change', async () => {
    await expect(editWith({}, {}).run()).rejects.toMatchObject({ exit: 'usage' });
  });

  it.each([{ maxViews: '0' }, { to: ['nobody'] }, { expires: 'soon' }])('refuses %j', (raw) => {
    expect(() => editWith(raw, {})).toThrow('cli.errors.option_invalid');
  });
});

describe('share remove-file', () => {
  const files = ['a.jpg', 'b/c.jpg', 'd.txt'].map((name) => aFile(name));
  const client = (remove = stub()) => ({
    files: { listOwned: async () => ({ files, nextCursor: null }), remove },
  });
  const args = ['abc123', '*.jpg', '!b/'];

  it('names what is lost, asks with their number, and removes', async () => {
    const remove = stub();
    const { context, stderr, questions } = testContext({ client: client(remove), answers: ['y'] });
    const result = await removeFiles.run(context, { args: ['abc123', '*.jpg'], options: { yes: false } });
    expect(stderr()).toContain('10 bytes  a.jpg\n10 bytes  b/c.jpg\n');
    expect(questions).toEqual(['Remove these 2 files from the share? This cannot be undone. [y/N] ']);
    expect(remove).toHaveBeenCalledTimes(2);
    expect(removeFiles.view?.(result, context)).toEqual(['a.jpg', 'b/c.jpg']);
  });

  it('takes only what matches', async () => {
    const remove = stub();
    const { context } = testContext({ client: client(remove) });
    await removeFiles.run(context, { args, options: { yes: true } });
    expect(remove.mock.calls).toEqual([[{ params: { id: 'abc123', fileId: 'a.jpg' } }]]);
  });

  it('removes nothing without a yes, or where nobody can be asked', async () => {
    const { context } = testContext({ client: client(), answers: [''] });
    await expect(removeFiles.run(context, { args, options: { yes: false } })).rejects.toMatchObject({
      text: { key: 'cli.errors.not_confirmed' },
    });
    const silent = testContext({ client: client() });
    await expect(removeFiles.run(silent.context, { args, options: { yes: false } })).rejects.toMatchObject({
      exit: 'usage',
    });
  });

  it('refuses to take all files out of a published share, before it takes any', async () => {
    const remove = stub();
    const shares = { getOwned: async () => aShare() };
    const { context } = testContext({ client: { ...client(remove), shares } });
    const running = removeFiles.run(context, { args: ['abc123', '*'], options: { yes: true } });
    await expect(running).rejects.toMatchObject({
      exit: 'usage',
      text: { key: 'cli.errors.removes_all_files' },
      hint: { params: { link: 'https://files.example.org/s/abc123' } },
    });
    expect(remove).not.toHaveBeenCalled();
  });

  it('takes all files out of a draft', async () => {
    const shares = { getOwned: async () => aShare({ state: 'draft' }) };
    const { context } = testContext({ client: { ...client(), shares } });
    const result = await removeFiles.run(context, { args: ['abc123', '*'], options: { yes: true } });
    expect(result).toEqual({ removed: ['a.jpg', 'b/c.jpg', 'd.txt'] });
  });

  it('tells what is gone when a later file cannot be removed', async () => {
    const answers: (Error | undefined)[] = [undefined, new AppError('file_not_found')];
    const remove = stub(() => {
      const answer = answers.shift();
      if (answer) throw answer;
    });
    const { context } = testContext({ client: client(remove) });
    const running = removeFiles.run(context, { args: ['abc123', '*.jpg'], options: { yes: true } });
    await expect(running).rejects.toMatchObject({
      exit: 'partial',
      text: { params: { count: 1, files: 'a.jpg', path: 'b/c.jpg' } },
      details: { removed: ['a.jpg'], failed: 'b/c.jpg' },
    });
  });

  it('says when nothing matches', async () => {
    const { context } = testContext({ client: client() });
    const running = removeFiles.run(context, { args: ['abc123', '*.png'], options: { yes: true } });
    await expect(running).rejects.toMatchObject({ exit: 'notFound' });
  });
});

describe('the link of a share', () => {
  const link = 'https://files.example.org/s/abc123';

  it('is drawn on stdout', async () => {
    const { context } = testContext({ client: {} });
    const result = await qr.run(context, { args: ['abc123'], options: {} });
    expect(result).toEqual({ url: link });
    expect(qr.view?.(result, context).length).toBeGreaterThan(10);
  });

  it('is printed where there is no browser', async () => {
    const { context } = testContext({ client: {}, env: { PATH: '' } });
    const result = await open.run(context, { args: [link], options: {} });
    expect(open.view?.(result, context)).toEqual([link]);
  });

  it.runIf(process.platform === 'linux')('is opened in the browser', async () => {
    const { context } = testContext({ client: {}, env: { DISPLAY: ':0' } });
    const bin = path.join(context.folders.state, 'bin');
    await mkdir(bin, { recursive: true });
    await writeFile(path.join(bin, 'xdg-open'), '#!/bin/sh\n');
    await chmod(path.join(bin, 'xdg-open'), 0o755);
    context.env['PATH'] = bin;
    const result = await open.run(context, { args: [link], options: {} });
    expect(result).toEqual({ url: link, opened: true });
    expect(open.view?.(result, context)).toEqual([]);
  });
});
