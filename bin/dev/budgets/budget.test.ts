import { describe, expect, it } from 'vitest';
import { describeExcess, isWithinTolerance } from './budget.ts';

const serve = { koa: { modules: 30, bytes: 100_000 }, daemon: { files: 400, bytes: 900_000 } };

describe('describeExcess', () => {
  it.each([
    ['the budget itself', serve],
    ['less', { koa: { modules: 20, bytes: 50_000 } }],
    ['a few of our own modules more', { ...serve, daemon: { files: 404, bytes: 910_000 } }],
    ['one package instead of another', { ...serve, koa: {}, hono: { modules: 30, bytes: 100_000 } }],
  ])('accepts %s', (_, measured) => {
    expect(describeExcess(serve, measured)).toBeNull();
  });

  it('names the package that was added', () => {
    const measured = { ...serve, nodemailer: { modules: 39, bytes: 664_000 } };
    expect(describeExcess(serve, measured)).toBe(
      '69 modules, budget 30 modules\n1664 kB, budget 1000 kB\n+39 modules, +664 kB: nodemailer',
    );
  });

  it('names the statement that is repeated', () => {
    const statement = 'select … from shares where id = ?';
    expect(describeExcess({ [statement]: { statements: 1 } }, { [statement]: { statements: 2 } })).toBe(
      `2 statements, budget 1 statement\n+1 statement: ${statement}`,
    );
  });

  it('lists the parts that grew most first, and none of a unit that is within its budget', () => {
    const budget = { open: { calls: 1 }, knex: { allocated: 10_000 } };
    const measured = { open: { calls: 2 }, stat: { calls: 3 }, knex: { allocated: 11_000 } };
    expect(describeExcess(budget, measured)).toBe('5 calls, budget 1 call\n+3 calls: stat\n+1 call: open');
  });

  it('accepts nothing for a cost without a budget', () => {
    expect(describeExcess({}, { 'Page.js': { requests: 1, bytes: 2000 } })).toBe(
      '2.0 kB, budget 0.0 kB\n1 request, budget 0 requests\n+2.0 kB, +1 request: Page.js',
    );
  });
});

describe('isWithinTolerance', () => {
  it.each([
    [110_000, true],
    [90_000, true],
    [120_000, false],
    [80_000, false],
  ])('of 100 kB allocated, %i bytes: %s', (allocated, expected) => {
    expect(isWithinTolerance({ knex: { allocated: 100_000 } }, { knex: { allocated } })).toBe(expected);
  });

  it('is false for a count that fell', () => {
    expect(isWithinTolerance({ open: { calls: 2 } }, { open: { calls: 1 } })).toBe(false);
  });
});
