import { describe, expect, it } from 'vitest';
import {
  type ConditionalHeaders,
  evaluatePreconditions,
  isRangeCurrent,
  parseHttpDate,
} from './conditional.ts';

const modified = 'Sun, 06 Nov 1994 08:49:37 GMT';
const earlier = 'Sun, 06 Nov 1994 08:49:36 GMT';
const later = 'Sun, 06 Nov 1994 08:49:38 GMT';
// The milliseconds must not count: no header can contain them.
const validators = { etag: '"a"', lastModified: new Date(Date.UTC(1994, 10, 6, 8, 49, 37, 900)) };

describe('evaluatePreconditions', () => {
  const cases: [string, ConditionalHeaders, string][] = [
    ['nothing asked', {}, 'proceed'],

    ['If-Match with the tag', { 'if-match': '"a"' }, 'proceed'],
    ['If-Match with a list', { 'if-match': '"b", "a"' }, 'proceed'],
    ['If-Match with *', { 'if-match': '*' }, 'proceed'],
    ['If-Match with another tag', { 'if-match': '"b"' }, 'failed'],
    ['If-Match with the weak tag', { 'if-match': 'W/"a"' }, 'failed'],
    ['If-Match without quotes', { 'if-match': 'a' }, 'failed'],
    ['If-Match with nothing', { 'if-match': '' }, 'failed'],

    ['If-Unmodified-Since then', { 'if-unmodified-since': modified }, 'proceed'],
    ['If-Unmodified-Since later', { 'if-unmodified-since': later }, 'proceed'],
    ['If-Unmodified-Since earlier', { 'if-unmodified-since': earlier }, 'failed'],
    ['If-Unmodified-Since unreadable', { 'if-unmodified-since': 'yesterday' }, 'proceed'],
    ['If-Match goes before it', { 'if-match': '"a"', 'if-unmodified-since': earlier }, 'proceed'],

    ['If-None-Match with the tag', { 'if-none-match': '"a"' }, 'not_modified'],
    ['If-None-Match with the weak tag', { 'if-none-match': 'W/"a"' }, 'not_modified'],
    ['If-None-Match with a list', { 'if-none-match': '"b",W/"a"' }, 'not_modified'],
    ['If-None-Match with *', { 'if-none-match': '*' }, 'not_modified'],
    ['If-None-Match with another', { 'if-none-match': '"b"' }, 'proceed'],
    ['If-None-Match is not fooled by parts', { 'if-none-match': '"ba", "ab"' }, 'proceed'],

    ['If-Modified-Since then', { 'if-modified-since': modified }, 'not_modified'],
    ['If-Modified-Since later', { 'if-modified-since': later }, 'not_modified'],
    ['If-Modified-Since earlier', { 'if-modified-since': earlier }, 'proceed'],
    ['If-Modified-Since unreadable', { 'if-modified-since': '1994-11-06' }, 'proceed'],
    ['If-None-Match goes before it', { 'if-none-match': '"b"', 'if-modified-since': modified }, 'proceed'],

    ['If-Match fails first', { 'if-match': '"b"', 'if-none-match': '"a"' }, 'failed'],
    ['both steps are taken', { 'if-match': '"a"', 'if-none-match': '"a"' }, 'not_modified'],
    ['a date and a tag', { 'if-unmodified-since': modified, 'if-none-match': '"a"' }, 'not_modified'],
  ];

  it.each(cases)('%s', (_name, headers, expected) => {
    expect(evaluatePreconditions(headers, validators)).toBe(expected);
  });

  it('ignores dates when there is no date of modification', () => {
    const undated = { etag: '"a"', lastModified: null };
    expect(evaluatePreconditions({ 'if-unmodified-since': earlier }, undated)).toBe('proceed');
    expect(evaluatePreconditions({ 'if-modified-since': later }, undated)).toBe('proceed');
  });
});

describe('isRangeCurrent', () => {
  it.each([
    [undefined, true],
    ['"a"', true],
    ['"b"', false],
    ['W/"a"', false],
    ['"a", "b"', false],
    [modified, true],
    [earlier, false],
    [later, false],
    ['a', false],
    ['*', false],
  ])('If-Range %s: %s', (ifRange, expected) => {
    expect(isRangeCurrent(ifRange, validators)).toBe(expected);
  });

  it('takes no date when there is none to compare', () => {
    expect(isRangeCurrent(modified, { etag: '"a"', lastModified: null })).toBe(false);
  });
});

describe('parseHttpDate', () => {
  it.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])(
    'reads %s',
    (text) => {
      expect(parseHttpDate(text)?.toISOString()).toBe('1994-11-06T08:49:37.000Z');
    },
  );

  it.each([
    '',
    'Sun, 06 Nov 1994 08:49:37',
    'Sun, 06 Nov 1994 08:49:37 CET',
    '784111777',
    'Sun, 06 Xyz 1994 08:49:37 GMT',
  ])('refuses %j', (text) => {
    expect(parseHttpDate(text)).toBeNull();
  });
});
