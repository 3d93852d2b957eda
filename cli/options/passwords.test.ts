import { describe, expect, it } from 'vitest';
import { testContext } from '../testing/context.ts';
import { generatePassword, preparePasswordFlag, readPassword } from './passwords.ts';

describe('preparePasswordFlag', () => {
  it('keeps the word after --password a path', () => {
    expect(preparePasswordFlag(['upload', '--password', './photos'])).toEqual([
      'upload',
      '--password=prompt',
      './photos',
    ]);
  });

  it('knows the flag for the password of a share beside another', () => {
    expect(preparePasswordFlag(['--share-password', 'x'])).toEqual(['--share-password=prompt', 'x']);
  });

  it('leaves values and what follows -- alone', () => {
    const argv = ['upload', '--password=generate', '--', '--password'];
    expect(preparePasswordFlag(argv)).toEqual(argv);
  });
});

it.each(['word', 'prompt'])('names the options that a password can come from (%s)', async (password) => {
  const { context } = testContext({ env: {} });
  const options = { password, passwordStdin: false };
  const variable = 'FILESHARE_PASSWORD';
  const hintOf = (request: object) =>
    readPassword(context, { question: '?', variable, options, ...request }).catch((error: unknown) => error);
  const sourcesHint = { key: 'cli.hints.share_password_sources' } as const;
  expect(await hintOf({})).toMatchObject({
    hint: { key: 'cli.hints.password_sources', params: { variable } },
  });
  expect(await hintOf({ options: { ...options, sourcesHint } })).toMatchObject({ hint: sourcesHint });
});

it('refuses an empty one from stdin', async () => {
  const { context } = testContext({ stdin: '\nmore\n' });
  const options = { passwordStdin: true };
  await expect(readPassword(context, { question: '?', options })).rejects.toMatchObject({
    exit: 'usage',
    text: { key: 'cli.errors.password_empty', params: { source: '--password-stdin' } },
  });
});

describe('generatePassword', () => {
  it('makes a new one each time, without letters that look alike', () => {
    const passwords = Array.from({ length: 100 }, generatePassword);
    expect(new Set(passwords).size).toBe(100);
    for (const password of passwords) expect(password).toMatch(/^([a-km-z2-9]{5}-){3}[a-km-z2-9]{5}$/);
    expect(passwords.join('')).not.toContain('l');
  });
});
