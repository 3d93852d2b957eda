import { expect, it } from 'vitest';
import { readSettings } from './settings.ts';

const rowsOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([key, value]) => ({ key, value }));

it('takes over a name of the instance, but not the one that Palmr has by itself', () => {
  const setting = { name: 'appName', key: 'general.appName', value: 'Our files' };
  expect(readSettings(rowsOf({ appName: 'Our files ' }), [])).toEqual({
    settings: [setting],
    findings: [],
    left: 0,
  });
  expect(readSettings(rowsOf({ appName: 'Palmr. ' }), [])).toEqual({ settings: [], findings: [], left: 0 });
});

it('tells which providers made somebody an administrator', () => {
  const row = { enabled: 1, type: 'oidc', clientId: 'x', clientSecret: 'y', issuerUrl: 'https://x.example' };
  const { findings, left } = readSettings([], [{ ...row, name: 'own', adminEmailDomains: 'example.org' }]);
  expect([findings.map(({ code, name }) => `${code} ${name}`), left]).toEqual([
    ['provider_callback own', 'setting_left own adminEmailDomains'],
    1,
  ]);
});
