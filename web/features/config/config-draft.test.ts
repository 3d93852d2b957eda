import { describe, expect, it } from 'vitest';
import { type ConfigKey, configKeys, configRow, isSecret } from '#sdk/contract/config.js';
import { changedKeys, draftIssues, draftText, isForgotten, storedFrom, updatesOf } from './config-draft.ts';

/** A category as the server sends it, with what is set. */
function stored(keys: readonly ConfigKey[], set: Partial<Record<ConfigKey, string>> = {}) {
  return storedFrom(
    keys.map((key) => {
      const row = configRow(key);
      const value = set[key] ?? null;
      const isHidden = isSecret(row);
      return {
        key,
        type: row.type,
        value: isHidden ? null : value,
        defaultValue: String(row.default),
        lockedBy: null,
        isSet: value !== null,
        isSecret: isHidden,
      };
    }),
  );
}

/** What is typed. */
function draft(entries: Partial<Record<ConfigKey, string | null>>) {
  return new Map(
    configKeys.flatMap((key) => {
      const text = entries[key];
      return text === undefined ? [] : [[key, text] as const];
    }),
  );
}

const smtp = [
  'smtp.enabled',
  'smtp.host',
  'smtp.port',
  'smtp.allowUnauthorizedCertificates',
  'smtp.email',
  'smtp.password',
] as const satisfies readonly ConfigKey[];

describe('the draft of a configuration', () => {
  it('counts what would be another value, and nothing else', () => {
    const saved = stored(['general.appName', 'general.showLogin', 'smtp.password'], {
      'general.appName': 'Files',
    });
    const typed = draft({ 'general.appName': ' Files ', 'general.showLogin': 'false', 'smtp.password': '' });
    expect(changedKeys(saved, typed)).toEqual(['general.showLogin']);
    expect(updatesOf(saved, draft({ 'general.appName': null, 'general.showLogin': null }))).toEqual([
      { key: 'general.appName', value: '' },
    ]);
  });

  it('keeps the spaces of a password, which nobody sees afterwards', () => {
    const saved = stored(['smtp.password'], { 'smtp.password': 'old' });
    expect(updatesOf(saved, draft({ 'smtp.password': ' new ' }))).toEqual([
      { key: 'smtp.password', value: ' new ' },
    ]);
    expect(draftText('smtp.password', saved, new Map())).toBe('');
  });

  it('names the fields that a switch needs, until they are there', () => {
    const saved = stored(smtp);
    const on = { 'smtp.enabled': 'true' };
    expect(draftIssues(saved, draft(on)).map(({ field }) => field)).toEqual(['smtp.host', 'smtp.email']);
    const whole = { ...on, 'smtp.host': 'mail.example.org', 'smtp.email': 'a@example.org' };
    expect(draftIssues(saved, draft(whole))).toEqual([]);
    expect(draftIssues(saved, draft({ ...whole, 'smtp.host': 'mail:25:x/' }))).toEqual([
      { field: 'smtp.host', code: 'host' },
    ]);
  });

  it('names a field that is emptied while a switch needs it', () => {
    const saved = stored(smtp, { 'smtp.enabled': 'true', 'smtp.host': 'a', 'smtp.email': 'a@example.org' });
    expect(draftIssues(saved, draft({ 'smtp.host': '' }))).toEqual([
      { field: 'smtp.host', code: 'needed_by', params: { key: 'smtp.enabled' } },
    ]);
  });

  it('takes a secret that is kept for given, and one that is removed for missing', () => {
    const keys = ['oauth.github-enabled', 'oauth.github-clientId', 'oauth.github-clientSecret'] as const;
    const saved = stored(keys, { 'oauth.github-clientId': 'x', 'oauth.github-clientSecret': 'y' });
    expect(draftIssues(saved, draft({ 'oauth.github-enabled': 'true' }))).toEqual([]);
    const removed = draft({ 'oauth.github-enabled': 'true', 'oauth.github-clientSecret': null });
    expect(draftIssues(saved, removed).map(({ field }) => field)).toEqual(['oauth.github-clientSecret']);
  });

  it('foresees that a password is forgotten with another server', () => {
    const saved = stored(smtp, { 'smtp.host': 'old.example.org', 'smtp.password': 'secret' });
    const moved = { 'smtp.host': 'new.example.org' };
    expect(isForgotten('smtp.password', saved, draft(moved))).toBe(true);
    expect(isForgotten('smtp.password', saved, draft({ ...moved, 'smtp.password': 'x' }))).toBe(false);
    expect(isForgotten('smtp.password', saved, draft({ 'smtp.port': '25' }))).toBe(false);
    const trusting = draft({ 'smtp.allowUnauthorizedCertificates': 'true' });
    expect(isForgotten('smtp.password', saved, trusting)).toBe(true);
  });
});
