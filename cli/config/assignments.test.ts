import { expect, it } from 'vitest';
import { thrownBy } from '../testing/thrown-by.ts';
import { readAssignments } from './assignments.ts';

const name = 'general.appName' as const;
const size = 'share.maxSize' as const;

it.each([
  [[name, 'Our files'], { given: [{ key: name, typed: 'Our files' }], open: [] }],
  [[name, 'a=b'], { given: [{ key: name, typed: 'a=b' }], open: [] }],
  [[name, ''], { given: [{ key: name, typed: '' }], open: [] }],
  [[`${name}=a=b`], { given: [{ key: name, typed: 'a=b' }], open: [] }],
  [
    [`${name}=`, `${size}=1GB`],
    {
      given: [
        { key: name, typed: '' },
        { key: size, typed: '1GB' },
      ],
      open: [],
    },
  ],
  [['smtp.password'], { given: [], open: ['smtp.password'] }],
  [[`${name}=x`, 'smtp.password'], { given: [{ key: name, typed: 'x' }], open: ['smtp.password'] }],
])('reads %j', (words, expected) => {
  expect(readAssignments(words, false)).toEqual(expected);
});

it('leaves the value to the source where there is one', () => {
  expect(readAssignments([name, size], true)).toEqual({ given: [], open: [name, size] });
});

it.each([
  [['smtp.password', 'hunter2'], 'config_secret_in_arguments'],
  [[`${name}=x`, 'oauth.oidc-clientSecret=hunter2'], 'config_secret_in_arguments'],
  [[`${name}=x`, `${name}=y`], 'config_twice'],
  [[name, 'Our', 'files'], 'config_words'],
  [['smtp.password', 'my', 'secret'], 'config_secret_in_arguments'],
])('refuses %j', (words, code) => {
  expect(thrownBy(() => readAssignments(words, false))).toMatchObject({
    exit: 'usage',
    text: { key: `cli.errors.${code}` },
  });
});
