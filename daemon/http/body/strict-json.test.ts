import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseStrictJson } from './strict-json.ts';

const parse = (text: string) => parseStrictJson(Buffer.from(text));

it.each([
  ['{"a":1,"a":1}'],
  ['{"a":1,"b":{"c":[{"d":1,"\\u0064":2}]}}'],
  ['[{"":1,"":2}]'],
  ['{"\\\\":1,"\\\\":2}'],
  ['{"__proto__":{"a":1}}'],
  ['[{"a":{"__proto__":null}}]'],
])('refuses %s', (text) => {
  expect(() => parse(text)).toThrow(SyntaxError);
});

it.each([
  '{"a:b":":","c\\"":"\\\\","d":{"a:b":[":",{"a:b":1}]}}',
  '{"a":{"b":1},"b":{"b":1}}',
  '{"constructor":1,"toString":2,"length":3}',
  '"a:b"',
  ' [ ] ',
  '"\\ud800"',
])('takes %s', (text) => {
  expect(parse(text)).toEqual(JSON.parse(text));
});

it('reads past a byte order mark', () => {
  expect(parse('\ufeff{"a":1}')).toEqual({ a: 1 });
});

it('refuses what is no UTF-8', () => {
  expect(() => parseStrictJson(Buffer.from('{"a":"\xff"}', 'latin1'))).toThrow(TypeError);
});

it('reads text nested as deeply as a body can be', () => {
  const text = `${'[{"a":'.repeat(40_000)}1${'}]'.repeat(40_000)}`;
  expect(() => parse(text)).not.toThrow();
});

/** Objects as lists of their members, so that names can occur twice. */
interface Node {
  text: string;
  isAmbiguous: boolean;
}

const blank = fc.constantFrom('', ' ', '\n\t');
const name = fc.oneof(fc.constantFrom('a', 'b', ':', '"', '\\', 'a:"'), fc.string({ maxLength: 3 }));
/** Writes the same text in another way. */
const quoted = (text: string, isEscaped: boolean) =>
  isEscaped
    ? `"${[...text].map((sign) => (sign.length > 1 ? sign : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)).join('')}"`
    : JSON.stringify(text);

const { value } = fc.letrec<{ value: Node; list: Node; object: Node; leaf: Node }>((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('list'), tie('object')),
  leaf: fc
    .oneof(fc.string(), fc.integer(), fc.double({ noNaN: true }), fc.boolean(), fc.constant(null))
    .map((leaf) => ({
      text: JSON.stringify(leaf),
      isAmbiguous: false,
    })),
  list: fc.tuple(blank, fc.array(tie('value'), { maxLength: 4 })).map(([space, items]) => ({
    text: `[${space}${items.map(({ text }) => text).join(`${space},`)}]`,
    isAmbiguous: items.some(({ isAmbiguous }) => isAmbiguous),
  })),
  object: fc
    .tuple(blank, fc.array(fc.tuple(name, fc.boolean(), tie('value')), { maxLength: 4 }))
    .map(([space, members]) => ({
      text: `{${members.map(([key, isEscaped, { text }]) => `${quoted(key, isEscaped)}${space}:${space}${text}`).join(',')}}`,
      isAmbiguous:
        members.some(([key, , { isAmbiguous }]) => isAmbiguous || key === '__proto__') ||
        new Set(members.map(([key]) => key)).size < members.length,
    })),
}));

/** Returns the value it reads, or the refusal. */
function outcomeOf(read: (text: string) => unknown, text: string): unknown {
  try {
    return { value: read(text) };
  } catch (error) {
    return error instanceof SyntaxError ? 'refused' : error;
  }
}

it('takes what is unambiguous as JSON.parse does, and refuses the rest', () => {
  fc.assert(
    fc.property(value, ({ text, isAmbiguous }) => {
      const expected = isAmbiguous ? 'refused' : outcomeOf(JSON.parse, text);
      expect(outcomeOf(parse, text)).toEqual(expected);
    }),
    { numRuns: 1000 },
  );
});

it('never takes what JSON.parse refuses, or for something else', () => {
  const json = fc.string({ unit: fc.constantFrom(...'{ } [ ] : , " \\ a 1'.split(' '), ' '), maxLength: 12 });
  fc.assert(
    fc.property(json, (text) => {
      expect([outcomeOf(JSON.parse, text), 'refused']).toContainEqual(outcomeOf(parse, text));
    }),
    { numRuns: 5000 },
  );
});
