import { expect, it } from 'vitest';
import { createCliTranslator } from '../context.ts';
import { describeFailure } from '../errors/describe-failure.ts';
import { thrownBy } from '../testing/thrown-by.ts';
import { readTypedValue } from './typed-value.ts';

const translator = createCliTranslator({});

it.each([
  ['share.maxSize', '5GB', '5000000000'],
  ['share.maxSize', '1.5 GiB', '1610612736'],
  ['share.maxSize', '5000', '5000'],
  ['share.chunkSize', '-1', '-1'],
  ['share.maxExpiration', '30d', '720'],
  ['share.maxExpiration', '12h', '12'],
  ['share.maxExpiration', '120m', '2'],
  ['share.maxExpiration', '720', '720'],
  ['share.retention', '0', '0'],
  ['general.sessionDuration', '1y', '8760'],
  ['general.auditRetention', '2w', '14'],
  ['general.auditRetention', '6-months', '180'],
  ['general.auditRetention', '', ''],
  ['share.defaultExpiration', '7d', '7-days'],
  ['share.defaultExpiration', 'never', 'never'],
  // Without a unit, and texts that only look like an amount.
  ['share.maxFiles', '5GB', '5GB'],
  ['general.appName', '30d', '30d'],
] as const)('takes for %s what people write: %s', (key, typed, text) => {
  expect(readTypedValue(translator, key, typed)).toBe(text);
});

it.each([
  ['share.maxSize', '5 pounds', 'a size like'],
  ['share.maxSize', '1e3', 'a size like'],
  ['share.maxSize', '5quux', /Units: kB, MB, .*TiB/],
  ['general.auditRetention', '5quux', /Units: d, w, mo, y/],
  ['share.maxExpiration', '30m', 'a time span in whole hours'],
  ['share.maxExpiration', 'soon', 'a time span in whole hours'],
  ['general.auditRetention', '12h', 'a time span in whole days'],
] as const)('says what %s takes instead of %s', (key, typed, problem) => {
  const { exitCode, lines } = describeFailure(
    translator,
    thrownBy(() => readTypedValue(translator, key, typed)),
  );
  expect(exitCode).toBe(2);
  expect(lines[0]).toContain(`${key}: Must be `);
  expect(lines[0]).toMatch(problem);
});
