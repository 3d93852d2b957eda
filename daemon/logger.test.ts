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
