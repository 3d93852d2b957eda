import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { CreateShare } from '#sdk/contract/shares/inputs.js';
import { optionsFrom } from './specs.ts';

describe('optionsFrom', () => {
  it('takes names, types and help texts from the contract', () => {
    const options = optionsFrom(z.pick(CreateShare, { maxViews: true, name: true }));
    expect(options).toMatchObject([
      {
        key: 'maxViews',
        long: '--max-views',
        type: 'integer',
        description: 'How often the share can be opened',
      },
      { key: 'name', long: '--name', type: 'text', description: 'Name shown to visitors' },
    ]);
  });

  it('reads choices, defaults, lists, short names and names of values', () => {
    const options = optionsFrom(
      z.strictObject({
        mode: z._default(z.enum(['a', 'b']), 'b'),
        exclude: z.optional(z.array(z.string())).check(z.meta({ value: 'GLOB' })),
        output: z.optional(z.string().check(z.meta({ value: 'DIR', short: 'o' }))),
        verify: z._default(z.boolean(), true),
        scope: z.array(z.enum(['read', 'write'])).check(z.minLength(1)),
        admin: z.optional(z.boolean()).check(z.meta({ negatable: true, text: 'may_rule' })),
      }),
    );
    expect(options).toMatchObject([
      { type: 'text', choices: ['a', 'b'], valueName: 'a|b', defaultValue: 'b' },
      { type: 'list', valueName: 'GLOB' },
      { short: '-o', valueName: 'DIR' },
      { type: 'boolean', defaultValue: true },
      { type: 'list', choices: ['read', 'write'], valueName: 'read|write', text: 'scope' },
      { type: 'boolean', negatable: true, text: 'may_rule' },
    ]);
  });
});
