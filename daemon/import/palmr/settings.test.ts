import { expect, it } from 'vitest';
import { readSettings } from './settings.ts';

it('tells which providers made somebody an administrator', () => {
  const row = { enabled: 1, type: 'oidc', clientId: 'x', clientSecret: 'y', issuerUrl: 'https://x.example' };
  const { findings, left } = readSettings([], [{ ...row, name: 'own', adminEmailDomains: 'example.org' }]);
  expect([findings.map(({ code, name }) => `${code} ${name}`), left]).toEqual([
    ['provider_callback own', 'setting_left own adminEmailDomains'],
    1,
  ]);
});
