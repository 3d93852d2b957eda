import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AppError, exitCodes } from '#sdk/contract/errors.js';
import { NetworkError } from '#sdk/index.js';
import { createCliTranslator } from '../../context.ts';
import { InterruptedError } from '../../errors/cli-error.ts';
import { describeFailure } from '../../errors/describe-failure.ts';
import { readOptions } from '../../options/read.ts';
import { testContext } from '../../testing/context.ts';
import { aFile, aReverseShare, aShare, reverseShareToken } from '../../testing/shares.ts';
import { stub } from '../../testing/stub.ts';
import { create } from './create.ts';
import { deleteReverseShares } from './delete.ts';
import { edit } from './edit.ts';
import { list } from './list.ts';
import { close, open } from './open-close.ts';
import { pull } from './pull.ts';
import { show } from './show.ts';

const { id, url } = aReverseShare();
const found = { list: async () => ({ reverseShares: [aReverseShare()], nextCursor: null }) };

describe('reverse-share create', () => {
  it('sends the options in the form of the API and prints the link', async () => {
    const send = stub(() => aReverseShare());
    const { context } = testContext({ client: { reverseShares: { create: send } } });
    const raw = {
      name: 'Invoices',
      expires: '1mo',
      shareExpires: '2w',
      maxShareSize: '1GB',
      maxUses: 'none',
      notify: true,
    };
    const options = readOptions(context.translator, create.options, raw);
    const result = await create.run(context, { args: [], options });
    expect(send).toHaveBeenCalledWith({
      body: {
        name: 'Invoices',
        expiration: '1-month',
        shareExpiration: '2-weeks',
        maxShareSize: 1_000_000_000,
        sendsNotification: true,
      },
    });
    expect(create.view?.(result, context)).toEqual([url]);
  });

  it('says what to do about --notify where the server sends no email', async () => {
    const refuse = async () => {
      throw new AppError('mail_disabled');
    };
    const { context } = testContext({ client: { reverseShares: { create: refuse } } });
    const options = readOptions(context.translator, create.options, { notify: true });
    const error: unknown = await create
      .run(context, { args: [], options })
      .catch((reason: unknown) => reason);
    const { lines, exitCode } = describeFailure(context.translator, error);
    expect(lines.join('\n')).toMatch(/doesn't send email[^]+Leave out --notify/);
    expect(exitCode).toBe(exitCodes.conflict);
  });
});

describe('reverse-share list', () => {
  const reverseShares = [
    aReverseShare(),
    aReverseShare({ remainingUses: null, state: 'closed', name: 'a\tb' }),
  ];

  it('prints tabs and raw values into a pipe', () => {
    expect(list.view?.({ reverseShares }, testContext().context)).toEqual([
      `${id}\topen\t2\t1200000\t3\tnever\t${url}\tInvoices`,
      `${id}\tclosed\t2\t1200000\tunlimited\tnever\t${url}\ta\ufffdb`,
    ]);
  });

  it('prints aligned columns on a terminal', () => {
    const { context } = testContext();
    context.streams.stdout.isTTY = true;
    const lines = list.view?.({ reverseShares }, context) ?? [];
    expect(lines[2]).toMatch(/ {2}closed {2,}2 {2}1\.2 MB {2,}unlimited {2,}never {2,}a\ufffdb$/);
  });
});

describe('naming a reverse share', () => {
  it.each([
    ['its link', url],
    ['the link as it was copied', ` ${url}/ `],
    ['its token', reverseShareToken],
    ['its name', 'Invoices'],
  ])('by %s', async (_name, reference) => {
    const { context } = testContext({ client: { reverseShares: found, shares: { list: noShares } } });
    const { reverseShare } = await show.run(context, { args: [reference], options: {} });
    expect(reverseShare.id).toBe(id);
  });

  it('by its id asks for no list', async () => {
    const get = stub(() => aReverseShare());
    const { context } = testContext({ client: { reverseShares: { get }, shares: { list: noShares } } });
    await show.run(context, { args: [id], options: {} });
    expect(get).toHaveBeenCalledWith({ params: { id } });
  });

  it('never guesses', async () => {
    const both = [aReverseShare(), aReverseShare({ id: 'f'.repeat(32) })];
    const { context } = testContext({
      client: { reverseShares: { list: async () => ({ reverseShares: both, nextCursor: null }) } },
    });
    await expect(show.run(context, { args: ['Invoices'], options: {} })).rejects.toMatchObject({
      text: { key: 'cli.errors.reverse_share_ambiguous' },
    });
  });

  it.each([
    ['a name', 'Invoice'],
    ['an id', 'f'.repeat(32)],
    ['a link', url.replace('aaaa', 'bbbb')],
  ])('tells its owner where to look it up, for %s of nothing', async (_name, reference) => {
    const get = () => Promise.reject(new AppError('reverse_share_not_found'));
    const { context } = testContext({ client: { reverseShares: { ...found, get } } });
    const error: unknown = await show
      .run(context, { args: [reference], options: {} })
      .catch((thrown: unknown) => thrown);
    const { document, lines, exitCode } = describeFailure(context.translator, error);
    expect(exitCode).toBe(6);
    expect(document).toMatchObject({ code: 'reverse_share_not_found', argument: reference });
    expect(lines).toEqual([
      `fileshare: You have no reverse share with the link, ID or name ${reference}.`,
      'See: fileshare reverse-share list',
    ]);
  });
});

const noShares = async () => ({ shares: [], nextCursor: null });

describe('reverse-share show', () => {
  it('shows everything and what came in', async () => {
    const shares = [aShare({ reverseShareId: id })];
    const { context } = testContext({
      client: { reverseShares: found, shares: { list: async () => ({ shares, nextCursor: null }) } },
    });
    const lines = show.view?.(await show.run(context, { args: [url], options: {} }), context) ?? [];
    expect(lines).toContainEqual(expect.stringMatching(/^Remaining uses +3 \/ 5$/));
    expect(lines).toContainEqual(expect.stringMatching(/^Received shares expire +instance default$/));
    expect(lines.at(-1)).toContain('abc123  active');
  });
});

describe('reverse-share edit, close and open', () => {
  it.each<[Record<string, unknown>, object]>([
    [
      { maxUses: 'none', maxShareSize: 'none' },
      { maxUses: null, maxShareSize: null },
    ],
    [
      { name: '', notify: false, simpleForm: true },
      { name: null, sendsNotification: false, hasSimpleForm: true },
    ],
    [
      { password: false, signIn: true },
      { password: null, requiresSignIn: true },
    ],
  ])('sends %j as the API takes it', async (raw, body) => {
    const update = stub(() => aReverseShare());
    const { context } = testContext({ client: { reverseShares: { ...found, update } } });
    const options = readOptions(context.translator, edit.options, raw);
    await edit.run(context, { args: [url], options });
    expect(update).toHaveBeenCalledWith({ params: { id }, body });
  });

  it('refuses to take the password away and to read another', async () => {
    const { context } = testContext({ client: { reverseShares: found } });
    const options = readOptions(context.translator, edit.options, { password: false, passwordStdin: true });
    await expect(edit.run(context, { args: [url], options })).rejects.toMatchObject({
      text: { key: 'cli.errors.options_exclusive' },
    });
  });

  it.each([
    ['close', close, true],
    ['open', open, false],
  ])('%ss', async (_name, command, isClosed) => {
    const update = stub(() => aReverseShare({ state: 'used_up' }));
    const { context, stderr } = testContext({ client: { reverseShares: { ...found, update } } });
    await command.run(context, { args: [url], options: {} });
    expect(update).toHaveBeenCalledWith({ params: { id }, body: { isClosed } });
    expect(stderr()).toBe('Invoices is now used up.\n');
  });
});

describe('reverse-share delete', () => {
  it('names the number of shares that go with it', async () => {
    const remove = stub();
    const { context, stderr } = testContext({
      client: { reverseShares: { ...found, remove } },
      answers: ['y'],
    });
    await deleteReverseShares.run(context, { args: [url], options: { yes: false } });
    expect(stderr()).toContain('Invoices: 2 received shares, 1.2 MB');
    expect(remove).toHaveBeenCalledWith({ params: { id } });
  });

  it.each([
    ['deletes', deleteReverseShares, { yes: true }],
    ['closes', close, {}],
  ])('%s none of several when one does not exist, and says which', async (_name, command, options) => {
    const change = stub(() => aReverseShare());
    const reverseShares = { ...found, remove: change, update: change };
    const { context } = testContext({ client: { reverseShares } });
    const running = command.run(context, { args: [url, 'nosuch'], options: options as { yes: boolean } });
    await expect(running).rejects.toMatchObject({
      text: { key: 'cli.errors.reverse_share_not_found' },
      details: { argument: 'nosuch' },
    });
    expect(change).not.toHaveBeenCalled();
  });

  it('deletes nothing without a yes', async () => {
    const remove = stub();
    const { context } = testContext({ client: { reverseShares: { ...found, remove } }, answers: ['n'] });
    const running = deleteReverseShares.run(context, { args: [url], options: { yes: false } });
    await expect(running).rejects.toMatchObject({ text: { key: 'cli.errors.not_confirmed' } });
    expect(remove).not.toHaveBeenCalled();
  });
});

describe('reverse-share pull', () => {
  const shares = [
    aShare({ id: 'one', name: '../Bob: May' }),
    aShare({ id: 'two', name: null }),
    aShare({ id: 'late', state: 'expired' }),
  ];

  /** A folder to pull into, and which shares are downloaded there. */
  function setUp(fail: (shareId: string) => Error | undefined = () => undefined) {
    const directory = mkdtempSync(path.join(tmpdir(), 'fileshare-pull-'));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    const downloads: string[] = [];
    const client = {
      reverseShares: found,
      shares: { list: async () => ({ shares, nextCursor: null }) },
      async *listAllFiles() {
        yield aFile('a.txt');
      },
      async downloadShare(shareId: string, options: { directory: string }) {
        const error = fail(shareId);
        if (error) throw error;
        downloads.push(path.relative(directory, options.directory));
        return { share: aShare(), files: [], bytes: 10, resumed: 0, failed: [] };
      },
    };
    const stopping = new AbortController();
    const printed: string[] = [];
    const run = async () => {
      const { context, stdout } = testContext({ client, signal: stopping.signal });
      try {
        return await pull.run(context, { args: [url], options: { output: directory } });
      } finally {
        const folders = stdout().split('\n').slice(0, -1);
        printed.push(...folders.map((folder) => path.relative(directory, folder)));
      }
    };
    return { run, downloads, printed, stopping };
  }

  it('takes every share once, each into a folder of its own with a safe name', async () => {
    const { run, downloads } = setUp();
    expect(await run()).toMatchObject({ known: 0, pulled: [{ id: 'one' }, { id: 'two' }] });
    expect(await run()).toMatchObject({ known: 2, pulled: [] });
    expect(downloads).toEqual(['_Bob_ May-one', 'two']);
  });

  it('goes on with the others after one that fails, which is tried again', async () => {
    let isBroken = true;
    const { run, downloads, printed } = setUp((shareId) =>
      isBroken && shareId === 'one' ? new AppError('file_damaged', { path: 'a.txt' }) : undefined,
    );
    await expect(run()).rejects.toMatchObject({
      exit: 'partial',
      details: { pulled: [{ id: 'two' }], failures: [{ id: 'one' }] },
    });
    expect(printed).toEqual(['two']);
    isBroken = false;
    await run();
    expect(downloads).toEqual(['two', '_Bob_ May-one']);
    expect(printed).toEqual(downloads);
  });

  it('has named what arrived before an interruption', async () => {
    const reason = new InterruptedError('interrupted');
    const { run, printed, stopping } = setUp((shareId) => {
      if (shareId === 'one') return undefined;
      stopping.abort(reason);
      return reason;
    });
    const error: unknown = await run().catch((thrown: unknown) => thrown);
    const { document, exitCode } = describeFailure(createCliTranslator({}), error);
    expect(document).toMatchObject({ code: 'interrupted', pulled: [{ id: 'one' }] });
    expect(exitCode).toBe(exitCodes.interrupted);
    expect(printed).toEqual(['_Bob_ May-one']);
  });

  it('stops when there is no server', async () => {
    const { run, downloads } = setUp(() => new NetworkError('down'));
    await expect(run()).rejects.toMatchObject({ cause: { name: 'NetworkError' } });
    expect(downloads).toEqual([]);
  });
});
