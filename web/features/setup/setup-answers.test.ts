import { describe, expect, it } from 'vitest';
import type { AdminConfigVariable } from '#sdk/contract/config/api.js';
import {
  findAnswerProblem,
  initialAnswers,
  mailUpdatesFor,
  type SetupAnswers,
  type SetupKey,
  setupKeys,
  updatesFor,
} from './setup-answers.ts';

const origin = 'https://files.example.org';
const defaults: Partial<Record<SetupKey, string>> = { 'general.appName': 'Fileshare', 'smtp.port': '587' };
const mail = { 'smtp.host': 'mail.example.org', 'smtp.email': 'share@example.org' };

type Given = Readonly<Record<string, Partial<AdminConfigVariable>>>;

function variablesWith(given: Given = {}) {
  return new Map(
    [...setupKeys, 'smtp.enabled'].map((key): [string, AdminConfigVariable] => [
      key,
      {
        key,
        type: 'string',
        value: null,
        defaultValue: new Map<string, string>(Object.entries(defaults)).get(key) ?? '',
        lockedBy: null,
        isSet: given[key] !== undefined,
        isSecret: key === 'smtp.password',
        ...given[key],
      },
    ]),
  );
}

const fresh = variablesWith();
const withPassword = variablesWith({ 'smtp.host': { value: mail['smtp.host'] }, 'smtp.password': {} });

const answer = (given: Partial<SetupAnswers> = {}): SetupAnswers => ({
  ...initialAnswers(fresh, origin),
  'share.allowRegistration': 'false',
  'share.allowUnauthenticatedShares': 'true',
  ...given,
});

const problems = (answers: SetupAnswers, variables = fresh) =>
  setupKeys.flatMap((key) => {
    const problem = findAnswerProblem(key, answers, variables);
    return problem ? [`${key} ${problem.code}`] : [];
  });

describe('the first answers', () => {
  it('are the address of the browser, and the defaults', () => {
    const answers = initialAnswers(fresh, origin);
    expect(answers).toMatchObject({ 'general.appUrl': origin, 'general.appName': 'Fileshare' });
    expect(answers).toMatchObject({ 'smtp.port': '587', 'smtp.host': '' });
  });

  it('are what is stored or locked already', () => {
    const value = 'https://share.example.com';
    expect(initialAnswers(variablesWith({ 'general.appUrl': { value } }), origin)['general.appUrl']).toBe(
      value,
    );
  });
});

describe('a wrong answer', () => {
  it('is found', () => {
    expect(problems(answer())).toEqual([]);
    expect(problems(answer({ 'general.appName': ' ' }))).toEqual(['general.appName required']);
    expect(problems(answer({ 'general.appUrl': `${origin}/share` }))).toEqual(['general.appUrl not_url']);
  });

  it('of the mail server counts once something about it is filled in', () => {
    expect(problems(answer({ 'smtp.port': '' }))).toEqual([]);
    expect(problems(answer({ ...mail, 'smtp.port': '99999' }))).toEqual(['smtp.port too_big']);
    expect(problems(answer({ 'smtp.host': 'mail.example.org' }))).toEqual(['smtp.email required']);
    expect(problems(answer({ ...mail, 'smtp.host': 'https://mail' }))).toEqual(['smtp.host host']);
  });

  it('is a user name without a password, unless one is stored for this server', () => {
    const answers = answer({ ...mail, 'smtp.username': 'share' });
    expect(problems(answers)).toEqual(['smtp.password required']);
    expect(problems(answers, withPassword)).toEqual([]);
    expect(problems({ ...answers, 'smtp.host': 'other' }, withPassword)).toEqual(['smtp.password required']);
  });

  it('does not matter where the environment answers', () => {
    const variables = variablesWith({ 'general.appName': { lockedBy: 'FILESHARE_CONFIG_GENERAL_APP_NAME' } });
    expect(problems(answer({ 'general.appName': '' }), variables)).toEqual([]);
  });
});

describe('what is saved', () => {
  const keys = (updates: readonly { key: string }[]) => updates.map(({ key }) => key);

  it('is every question, and no mail server where none is given', () => {
    expect(updatesFor(answer({ 'general.appName': ' Files ' }), fresh)).toEqual([
      { key: 'general.appName', value: 'Files' },
      { key: 'general.appUrl', value: origin },
      { key: 'share.allowRegistration', value: 'false' },
      { key: 'share.allowUnauthenticatedShares', value: 'true' },
    ]);
  });

  it('leaves out what the environment holds', () => {
    const variables = variablesWith({ 'general.appUrl': { lockedBy: 'FILESHARE_CONFIG_GENERAL_APP_URL' } });
    expect(keys(updatesFor(answer(), variables))).not.toContain('general.appUrl');
  });

  it('puts a mail server into use, which its test does not', () => {
    const answers = answer({ ...mail, 'smtp.password': ' with space ' });
    const updates = updatesFor(answers, fresh);
    expect(updates).toContainEqual({ key: 'smtp.enabled', value: 'true' });
    expect(updates).toContainEqual({ key: 'smtp.password', value: ' with space ' });
    expect(keys(mailUpdatesFor(answers, fresh))).toEqual([
      'smtp.host',
      'smtp.port',
      'smtp.email',
      'smtp.password',
    ]);
  });

  it('keeps the stored password of the same server, and forgets that of another', () => {
    expect(keys(mailUpdatesFor(answer(mail), withPassword))).not.toContain('smtp.password');
    const moved = mailUpdatesFor(answer({ ...mail, 'smtp.host': 'other' }), withPassword);
    expect(moved).toContainEqual({ key: 'smtp.password', value: '' });
  });

  it('resets a mail server that was tested and then removed', () => {
    expect(updatesFor(answer(), withPassword)).toContainEqual({ key: 'smtp.host', value: '' });
  });
});
