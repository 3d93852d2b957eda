import { describe, expect, it } from 'vitest';
import { deviceOf } from './device-of.ts';

describe('deviceOf', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'Linux', false],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
      'Edge',
      'Windows',
      false,
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
      'Safari',
      'macOS',
      false,
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1',
      'Chrome',
      'iPhone',
      true,
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
      'Chrome',
      'Android',
      true,
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36',
      'Chrome',
      'ChromeOS',
      false,
    ],
  ])('knows %s', (userAgent, browser, system, isHandheld) => {
    expect(deviceOf(userAgent)).toEqual({ kind: 'browser', browser, system, isHandheld });
  });

  it.each([
    ['fileshare/0.1.0 (linux)', { kind: 'terminal' }],
    ['curl/8.14.1', { kind: 'script', name: 'curl' }],
    ['python-requests/2.32.3', { kind: 'script', name: 'Python' }],
    ['undici', { kind: 'script', name: 'Node.js' }],
    ['Mozilla/5.0', { kind: 'unknown' }],
    [null, { kind: 'unknown' }],
  ])('tells programs from browsers: %s', (userAgent, device) => {
    expect(deviceOf(userAgent)).toEqual(device);
  });
});
