import { describe, expect, it } from 'vitest';
import { AppError, exitCodes } from '#sdk/contract/errors.js';
import { describeFailure } from '../../errors/describe-failure.ts';
import { testContext } from '../../testing/context.ts';
import { aFile, aShare } from '../../testing/shares.ts';
import { stub } from '../../testing/stub.ts';
import { create } from './create.ts';
import { deleteShares } from './delete.ts';
import { list } from './list.ts';
import { show } from './show.ts';

describe('share list', () => {
  const ordinary = { state: 'active', sort: 'name', order: 'asc', limit: 50, received: false } as const;

  it('takes as many pages as it needs', async () => {
    const pages = [
      { shares: Array.from({ length: 200 }, () => aShare()), nextCursor: 'next' },
      { shares: Array.from({ length: 50 }, () => aShare()), nextCursor: 'more' },
    ];
    const fetch = stub(() => pages.shift());
    const { context } = testContext({ client: { shares: { list: fetch } } });
    const { shares } = await list.run(context, { args: [], options: { ...ordinary, limit: 250 } });
    expect(shares).toHaveLength(250);
    expect(fetch.mock.calls).toMatchObject([
      [{ query: { limit: '200', state: 'active', sort: 'name', order: 'asc' } }],
      [{ query: { limit: '50', cursor: 'next' } }],
    ]);
  });

  it('prints tabs and raw values into a pipe', () => {
    const { context } = testContext();
    const shares = [aShare(), aShare({ id: 'other', name: 'a\tb', expiresAt: null, reverseShareId: 'x' })];
    expect(list.view?.({ shares }, context)).toEqual([
      'abc123\tactive\t3\t1200000\t2030-01-08T10:00:00.000Z\t12\thttps://files.example.org/s/abc123\tPhotos\town',
      'other\tactive\t3\t1200000\tnever\t12\thttps://files.example.org/s/abc123\ta\ufffdb\treceived',
    ]);
  });

  it('prints aligned columns on a terminal', () => {
    const { context } = testContext();
    context.streams.stdout.isTTY = true;
    const lines = list.view?.(
      { shares: [aShare(), aShare({ id: 'a-long-link', expiresAt: null, reverseShareId: 'x' })] },
      context,
    );
    expect(lines).toEqual([
      'ID           STATE   FILES    SIZE  EXPIRES      VISITORS  NAME    TYPE',
      'abc123       active      3  1.2 MB  Jan 8, 2030        12  Photos  own',
      'a-long-link  active      3  1.2 MB  never              12  Photos  received',
    ]);
  });
});

describe('share show', () => {
  it('shows what the owner sees, and the files when asked', async () => {
    const changedAt = '2030-01-02T10:00:00.000Z';
    const recipients = [
      { email: 'bob@example.org', state: 'sent', changedAt, problem: null },
      { email: 'eve@example.org', state: 'failed', changedAt, problem: 'no such\tmailbox' },
    ];
    const { context, clients } = testContext({
      client: {
        shares: { getOwned: async () => aShare({ maxViews: 20, description: 'Two\nlines', recipients }) },
        files: { listOwned: async () => ({ files: [aFile('a.txt', 1500)], nextCursor: null }) },
      },
    });
    await context.profiles.save('https://other.example', { username: 'ann' });
    const result = await show.run(context, {
      args: ['https://other.example/s/abc123'],
      options: { files: true },
    });
    expect(clients).toMatchObject([{ server: 'https://other.example' }]);
    const lines = show.view?.(result, context) ?? [];
    expect(lines).toContain('Link         https://files.example.org/s/abc123');
    expect(lines).toContain('Visitors     12 / 20');
    expect(lines).toContain('             lines');
    expect(lines).toContain('Downloads    5');
    expect(lines).toContain('Last opened  never');
    expect(lines.find((line) => line.startsWith('bob'))).toMatch(/^bob@example.org {2}sent Jan/);
    expect(lines.find((line) => line.startsWith('eve'))).toMatch(
      /could not be sent, gave up .*: no such\ufffdmailbox$/,
    );
    expect(lines.at(-1)).toBe('1.5 kB  2 downloads  a.txt');
  });

  it('names both servers when the link leads to one where nobody is signed in', async () => {
    const { context, clients } = testContext({ env: { FILESHARE_TOKEN: 'belongs to the other one' } });
    const args = ['https://other.example/s/abc123'];
    await expect(show.run(context, { args, options: { files: false } })).rejects.toMatchObject({
      cause: { code: 'sign_in_required' },
      hint: {
        key: 'cli.hints.other_server',
        params: { server: 'https://other.example', chosen: 'https://files.example.org' },
      },
    });
    expect(clients.map(({ token }) => token)).toEqual([undefined]);
  });
});

describe('share create', () => {
  it('sends the options in the form of the API', async () => {
    const send = stub(() => ({ share: aShare({ state: 'draft' }), uploadToken: 'secret' }));
    const { context } = testContext({
      client: { shares: { create: send } },
      env: { FILESHARE_PASSWORD: 'pass' },
    });
    const to = ['bob@example.org'];
    const options = { name: 'Photos', expires: '1-day', maxViews: 3, to, passwordStdin: false };
    const result = await create.run(context, { args: [], options });
    expect(send).toHaveBeenCalledWith({
      body: { name: 'Photos', expiration: '1-day', maxViews: 3, recipients: to, password: 'pass' },
    });
    expect(create.view?.(result, context)).toEqual(['https://files.example.org/s/abc123']);
  });

  it('makes a password up, says it, and puts it into the document', async () => {
    const send = stub(() => ({ share: aShare(), uploadToken: 'secret' }));
    const { context, stderr } = testContext({ client: { shares: { create: send } } });
    const options = { password: 'generate', passwordStdin: false };
    const { password } = await create.run(context, { args: [], options });
    expect(password).toMatch(/^(\w{5}-){3}\w{5}$/);
    expect(send).toHaveBeenCalledWith({ body: { password } });
    expect(stderr()).toContain(`Password: ${password}\n`);
  });
});

describe('share delete', () => {
  const client = (remove = stub()) => ({
    shares: { getOwned: async () => aShare(), remove },
  });

  it('names what is lost and asks', async () => {
    const remove = stub();
    const { context, stderr } = testContext({ client: client(remove), answers: ['y'] });
    const result = await deleteShares.run(context, { args: ['abc123'], options: { yes: false } });
    expect(stderr()).toContain('Photos: 3 files, 1.2 MB, views: 12');
    expect(remove).toHaveBeenCalledWith({ params: { id: 'abc123' } });
    expect(deleteShares.view?.(result, context)).toEqual(['abc123']);
  });

  it.each(['', 'n', 'nope'])('deletes nothing after "%s"', async (answer) => {
    const remove = stub();
    const { context } = testContext({ client: client(remove), answers: [answer] });
    const running = deleteShares.run(context, { args: ['abc123'], options: { yes: false } });
    await expect(running).rejects.toMatchObject({ text: { key: 'cli.errors.not_confirmed' } });
    expect(remove).not.toHaveBeenCalled();
  });

  it('needs --yes where nobody can be asked', async () => {
    const { context } = testContext({ client: client() });
    const running = deleteShares.run(context, { args: ['abc123'], options: { yes: false } });
    await expect(running).rejects.toMatchObject({ exit: 'usage' });
    expect(await deleteShares.run(context, { args: ['abc123'], options: { yes: true } })).toEqual({
      deleted: ['abc123'],
    });
  });

  it('says first that there is no such share', async () => {
    const getOwned = async () => {
      throw new AppError('share_not_found');
    };
    const { context } = testContext({ client: { shares: { getOwned } } });
    const running = deleteShares.run(context, { args: ['nope'], options: { yes: false } });
    await expect(running).rejects.toMatchObject({ code: 'share_not_found' });
  });

  const several = {
    args: ['abc123', 'def456', 'https://files.example.org/s/abc123'],
    options: { yes: true },
  };

  it('deletes each once, however often and in whatever form it is named', async () => {
    const remove = stub();
    const { context } = testContext({ client: client(remove) });
    expect(await deleteShares.run(context, several)).toEqual({ deleted: ['abc123', 'def456'] });
    expect(remove).toHaveBeenCalledTimes(2);
  });

  it('deletes none of several when one does not exist, and says which', async () => {
    const remove = stub();
    const getOwned = async ({ params: { id } }: { params: { id: string } }) => {
      if (id === 'def456') throw new AppError('share_not_found');
      return aShare();
    };
    const { context } = testContext({ client: { shares: { getOwned, remove } } });
    await expect(deleteShares.run(context, several)).rejects.toMatchObject({
      argument: 'def456',
      cause: { code: 'share_not_found' },
    });
    expect(remove).not.toHaveBeenCalled();
  });

  it('looks nothing up with a key that may only delete', async () => {
    const getOwned = () => Promise.reject(new AppError('api_key_scope', { scope: 'shares:read' }));
    const { context } = testContext({ client: { shares: { getOwned, remove: stub() } } });
    expect(await deleteShares.run(context, several)).toEqual({ deleted: ['abc123', 'def456'] });
  });

  it('tells what is deleted and what is not when a later one cannot be', async () => {
    const remove = async ({ params: { id } }: { params: { id: string } }) => {
      if (id === 'def456') throw new AppError('share_removed');
    };
    const { context } = testContext({ client: { shares: { getOwned: async () => aShare(), remove } } });
    const args = ['abc123', 'def456', 'ghi789'];
    const error: unknown = await deleteShares
      .run(context, { args, options: { yes: true } })
      .catch((thrown: unknown) => thrown);
    const { document, lines, exitCode } = describeFailure(context.translator, error);
    expect(exitCode).toBe(exitCodes.partial);
    expect(lines[0]).toMatch(/^fileshare: def456 could not be deleted: /);
    expect(lines.slice(1)).toEqual(['  Deleted: abc123', '  Not deleted: def456, ghi789']);
    expect(document).toMatchObject({ deleted: ['abc123'], failed: 'def456', left: ['def456', 'ghi789'] });
  });

  it('refuses what is no link of a share', async () => {
    const { context } = testContext({ client: client() });
    const running = deleteShares.run(context, {
      args: ['https://example.org/other'],
      options: { yes: true },
    });
    await expect(running).rejects.toEqual(new AppError('share_not_found'));
  });
});
