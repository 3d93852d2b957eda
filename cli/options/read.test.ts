import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { CreateShare } from '#sdk/contract/shares/inputs.js';
import { createCliTranslator } from '../context.ts';
import { describeFailure } from '../errors/describe-failure.ts';
import { readOptions } from './read.ts';

const translator = createCliTranslator({});
const Options = z.pick(CreateShare, { id: true, name: true, maxViews: true });

function problemOf(raw: Record<string, unknown>) {
  try {
    readOptions(translator, Options, raw);
  } catch (error) {
    return describeFailure(translator, error);
  }
  throw new Error('was accepted');
}

describe('readOptions', () => {
  it('answers what the schema makes of it', () => {
    expect(readOptions(translator, Options, { id: 'my-link', maxViews: 3 })).toEqual({
      id: 'my-link',
      maxViews: 3,
    });
  });

  it.each([
    [{ id: 'a b!' }, '--id: Can only contain letters, numbers, underscores, and hyphens'],
    [{ id: 'ab' }, '--id: Must be at least 3 characters'],
    [{ name: 'x'.repeat(101) }, '--name: Must be at most 100 characters'],
    [{ maxViews: 0 }, '--max-views: Must be at least 1'],
    [{ maxViews: 'many' }, '--max-views: Must be a number'],
    [{ maxViews: 2.5 }, '--max-views: Must be a whole number'],
  ])('names the option and its bounds: %j', (raw, message) => {
    expect(problemOf(raw)).toMatchObject({ exitCode: 2, lines: [`fileshare: ${message}`] });
  });
});
