import { expect, it } from 'vitest';
import { secretConfigKeys } from '#sdk/contract/config.js';
import { createLogger } from './logger.ts';

function log(entry: object): string {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  createLogger({ level: 'info', format: 'json', destination }).info(entry, 'done');
  return lines.join('');
}

it.each([...secretConfigKeys, 'password', 'clientSecret', 'token'])('hides the value of %s', (name) => {
  for (const entry of [{ [name]: 'hush' }, { settings: { [name]: 'hush' } }]) {
    expect(log(entry)).toContain('[hidden]');
    expect(log(entry)).not.toContain('hush');
  }
});

it('shows the names of variables', () => {
  expect(log({ keys: secretConfigKeys })).toContain('"smtp.password"');
});

it('shows what an error says, also those it was caused by, and nothing else it carries', () => {
  const cause = Object.assign(new Error('refused'), { request: { headers: { cookie: 'hush' } } });
  const all = new AggregateError([cause], 'nobody answers');
  const err = Object.assign(new Error('no mail', { cause: all }), { code: 'EMAIL', response: 'hush' });
  const line = log({ err });
  expect(line).toContain('"message":"no mail: nobody answers"');
  expect(line).toContain('"code":"EMAIL"');
  expect(log({ err: all })).toContain('"message":"refused"');
  expect(line + log({ err: all })).not.toContain('hush');
  expect(log({ err: 'thrown' })).toContain('"err":"thrown"');
});
