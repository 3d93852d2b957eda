import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { list as listShares } from '../commands/admin/shares/list.ts';
import { list as listUsers } from '../commands/admin/users/list.ts';
import { listKeys } from '../commands/api-keys/list.ts';
import { list as listReverseShares } from '../commands/reverse-shares/list.ts';
import { aKey, aUser } from '../testing/accounts.ts';
import { testContext } from '../testing/context.ts';
import { aReverseShare, aShare } from '../testing/shares.ts';
import { padCell } from './columns.ts';
import { fitColumns } from './table.ts';

function onTerminal(columns: number) {
  const { context } = testContext();
  Object.assign(context.streams.stdout, { isTTY: true, columns });
  return context;
}

/** Names that are long, that take two columns a character, and that take none for some. */
const names = [
  'a'.repeat(32),
  '日本語のとても長い名前'.repeat(4),
  'e\u0301'.repeat(40),
  '👩‍👩‍👧'.repeat(30),
  'x',
];

describe('a list on a terminal of 80 columns', () => {
  const context = () => onTerminal(80);

  it.each<[string, () => readonly string[] | undefined]>([
    [
      'users',
      () =>
        listUsers.view?.(
          { users: names.map((name) => aUser({ username: name, email: `${name}@example.org` })) },
          context(),
        ),
    ],
    [
      'shares',
      () =>
        listShares.view?.(
          { shares: names.map((name) => ({ ...aShare({ id: 'l'.repeat(50), name }), owner: null })) },
          context(),
        ),
    ],
    [
      'reverse shares',
      () =>
        listReverseShares.view?.({ reverseShares: names.map((name) => aReverseShare({ name })) }, context()),
    ],
    ['keys', () => listKeys.view?.({ apiKeys: names.map((name) => aKey({ name })) }, context())],
  ])('of %s fits, and its columns are aligned', (_name, view) => {
    const lines = view() ?? [];
    expect(lines).toHaveLength(names.length + 1);
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(80);
  });

  it('keeps what one needs to name a row', () => {
    const key = aKey({ name: 'x'.repeat(60) });
    const [head = '', line = ''] = listKeys.view?.({ apiKeys: [key] }, context()) ?? [];
    expect(head).toMatch(/^ID .*NAME$/);
    expect(line).toContain(key.id);
    expect(line).toMatch(/ x{11,}…$/);
  });

  it('shows the chosen columns in their order', () => {
    const options = { columns: ['size' as const, 'username' as const, 'id' as const], limit: 50 };
    const [head = '', line = ''] = listUsers.view?.({ users: [aUser()] }, context(), options) ?? [];
    expect(head.split(/ +/)).toEqual(['', 'SIZE', 'USERNAME', 'ID']);
    expect(line).toBe(`1.2 MB  bob       ${'1'.repeat(32)}`);
  });
});

it('a list in a pipe has the chosen columns as raw values', () => {
  const { context } = testContext();
  const options = { columns: ['size' as const, 'last_sign_in' as const], limit: 50 };
  expect(listUsers.view?.({ users: [aUser()] }, context, options)).toEqual(['1200000\tnever']);
});

describe('fitColumns', () => {
  const columns = [
    { name: 'key', width: 10 },
    { name: 'text', width: 30, leastWidth: 10, rank: 1 },
    { name: 'more', width: 20, rank: 2 },
  ];
  it.each([
    [100, { key: 10, text: 30, more: 20 }],
    [63, { key: 10, text: 29, more: 20 }],
    [44, { key: 10, text: 10, more: 20 }],
    [43, { key: 10, text: 30 }],
    [25, { key: 10, text: 13 }],
    [5, { key: 10 }],
  ])('on %d columns leaves %j', (width, expected) => {
    const fitted = fitColumns(columns, { width });
    expect(Object.fromEntries(fitted.map((column) => [column.name, column.width]))).toEqual(expected);
  });
});

describe('padCell', () => {
  it.each([
    ['日本語', 8, '日本語  '],
    ['日本語', 5, '日本…'],
    ['日本語', 4, '日… '],
    ['e\u0301a', 3, 'e\u0301a '],
    ['👩‍👩‍👧👩‍👩‍👧', 3, '👩‍👩‍👧…'],
  ])('writes %s in %d columns', (text, width, expected) => {
    expect(padCell(text, width, false)).toBe(expected);
  });
});
