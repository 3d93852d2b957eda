import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '../../testing/fake-clock.ts';
import {
  errorPage,
  locationOf,
  type SocialApp,
  startSocialApp,
  whoIs,
} from '../../testing/providers/social-sign-in.ts';
import type { Profile } from './types.ts';

const minute = 60_000;
const clock = createFakeClock();

let social: SocialApp;
let profile: Profile;
let username: string;
beforeAll(async () => {
  social = await startSocialApp({ clock });
});
afterAll(() => social.app.stop());
beforeEach(async () => {
  const linked = await social.addLinked();
  profile = linked.profile;
  username = linked.member.username;
  social.providers.answers.set('right', profile);
});

const invalid = errorPage('invalid_token');
const flows = (): Promise<unknown[]> => social.app.app.core.database.reader('oauth_flows');

describe('who comes back', () => {
  it.each([
    ['without a state', ''],
    ['with an empty state', '&state='],
    ['with a state that nobody was sent with', `&state=fso_${'a'.repeat(43)}`],
    ['with something of another kind', '&state[]=x'],
  ])('%s is refused, and nothing is asked', async (_, query) => {
    const browser = social.newBrowser();
    await social.leave(browser);
    const asked = social.providers.asked.length;
    expect(locationOf(await browser(`/oauth/callback/github?code=right${query}`))).toBe(invalid);
    expect(social.providers.asked).toHaveLength(asked);
    expect(await whoIs(browser)).toBeUndefined();
  });

  it('with two states is refused, right as both are', async () => {
    const browser = social.newBrowser();
    const state = await social.leave(browser);
    const answer = await browser(`/oauth/callback/github?code=right&state=${state}&state=${state}`);
    expect(locationOf(answer)).toBe(invalid);
  });

  it.each(['', '&state='])('without cookie and state (%j) is refused', async (query) => {
    expect(locationOf(await social.newBrowser()(`/oauth/callback/github?code=right${query}`))).toBe(invalid);
  });

  it('in another browser is refused, with or without a cookie of its own', async () => {
    const other = social.newBrowser();
    expect(await social.comeBack(other, await social.leave(social.newBrowser()), profile)).toBe(invalid);
    await social.leave(other);
    expect(await social.comeBack(other, await social.leave(social.newBrowser()), profile)).toBe(invalid);
    expect(await whoIs(other)).toBeUndefined();
  });

  it('with a cookie that is empty is refused', async () => {
    const state = await social.leave(social.newBrowser());
    const answer = await social.newBrowser()(`/oauth/callback/github?code=right&state=${state}`, {
      headers: { cookie: 'oauth_browser=' },
    });
    expect(locationOf(answer)).toBe(invalid);
  });

  it('from another provider is refused', async () => {
    const browser = social.newBrowser();
    const state = await social.leave(browser);
    const answer = await browser(`/oauth/callback/google?code=right&state=${state}`);
    expect(locationOf(answer)).toBe(errorPage('invalid_token', 'google'));
  });

  it('a second time is refused, whatever came of the first', async () => {
    for (const first of [profile, new Error('broken')]) {
      const browser = social.newBrowser();
      const state = await social.leave(browser);
      await social.comeBack(browser, state, first);
      expect(await social.comeBack(browser, state, profile)).toBe(invalid);
    }
  });

  it('many times at the same moment gets one session', async () => {
    const browser = social.newBrowser();
    const state = await social.leave(browser);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => browser(`/oauth/callback/github?code=right&state=${state}`)),
    );
    expect(answers.filter((answer) => locationOf(answer) !== invalid)).toHaveLength(1);
  });

  it('within ten minutes is in time', async () => {
    const browser = social.newBrowser();
    const state = await social.leave(browser);
    clock.advance(10 * minute - 1);
    await social.comeBack(browser, state, profile);
    expect(await whoIs(browser)).toBe(username);
  });

  it('after ten minutes is too late, and is told so for an hour', async () => {
    const browser = social.newBrowser();
    const states = [await social.leave(browser), await social.leave(browser)];
    clock.advance(10 * minute);
    expect(await social.comeBack(browser, states[0] ?? '', profile)).toBe(errorPage('expired_token'));
    clock.advance(60 * minute);
    await social.app.app.jobs.run('oauth.sweep');
    expect(await social.comeBack(browser, states[1] ?? '', profile)).toBe(invalid);
    expect(await flows()).toEqual([]);
  });
});

it('lets tabs leave at the same time, for the same provider or another', async () => {
  const browser = social.newBrowser();
  const first = await social.leave(browser, '/oauth/auth/github?from=/a');
  const second = await social.leave(browser, '/oauth/auth/github?from=/b');
  await social.leave(browser, '/oauth/auth/google');
  expect(await social.comeBack(browser, second, profile)).toMatch(/\/b$/);
  expect(await social.comeBack(browser, first, profile)).toMatch(/\/a$/);
});

it('takes no cookie for the browser’s that it has not made', async () => {
  const answer = await social.newBrowser()('/oauth/auth/github', { headers: { cookie: 'oauth_browser=x' } });
  expect(answer.cookies.get('oauth_browser')?.value).toMatch(/^fsb_[\w-]{43}$/);
});

it('writes no state, code or cookie into the log', async () => {
  const lines: string[] = [];
  const logDestination = { write: (line: string) => void lines.push(line) };
  const logged = await startSocialApp({ clock, logDestination, env: { FILESHARE_LOG_LEVEL: 'debug' } });
  const browser = logged.newBrowser();
  const state = await logged.leave(browser);
  const cause = new Error('it answered with status 500', {
    cause: new SyntaxError('Unexpected "top secret"'),
  });
  await logged.comeBack(browser, state, cause);
  await logged.comeBack(browser, state, profile);
  await logged.app.stop();
  const log = lines.join('');
  expect(log).toContain('it answered with status 500');
  expect(log).toContain('"code":"invalid_token"');
  for (const secret of [state, 'code-0', 'top secret', browser.cookies.get('oauth_browser')?.value ?? state])
    expect(log).not.toContain(secret);
});

it('says in the log what the page does not', async () => {
  const lines: string[] = [];
  const logDestination = { write: (line: string) => void lines.push(line) };
  const env = { FILESHARE_LOG_LEVEL: 'warn', FILESHARE_CONFIG_OAUTH_ALLOW_REGISTRATION: 'false' };
  const logged = await startSocialApp({ clock, logDestination, env });
  const browser = logged.newBrowser();
  await logged.comeBack(logged.newBrowser(), await logged.leave(browser), profile);
  await logged.goThrough(browser, { ...profile, subject: 'nobody here' });
  await logged.app.stop();
  const log = lines.join('');
  expect(log).toContain('the browser has no cookie for this sign-in');
  expect(log).toContain('sign-up with a provider is turned off');
});
