import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import { testContext } from '../testing/context.ts';
import { stub } from '../testing/stub.ts';
import { signInByBrowser } from './web.ts';

const server = 'https://files.example.org';
const letIn = () => stub(() => ({ username: 'ann' }));

interface SetUp {
  signInProgram?: ReturnType<typeof stub>;
  timeout?: number;
  signal?: AbortSignal;
  env?: NodeJS.ProcessEnv;
  isQuiet?: boolean;
}

/** A sign-in that has come to where it waits for the browser. */
async function start({ signInProgram = letIn(), timeout, signal, env, isQuiet }: SetUp = {}) {
  const test = testContext({
    client: { oauth: { available: stub() }, session: { signInProgram } },
    ...(env ? { env } : {}),
    ...(isQuiet ? { options: { quiet: true } } : {}),
    ...(signal ? { signal } : {}),
  });
  const running = signInByBrowser(test.context, { server, ...(timeout === undefined ? {} : { timeout }) });
  // Looked at when the browser has answered.
  running.catch(() => undefined);
  const address = await vi.waitFor(
    () => {
      const found = /^https:\S+$/m.exec(test.stderr());
      expect(found).not.toBeNull();
      return new URL(found?.[0] ?? '');
    },
    { interval: 2 },
  );
  const parameters = address.searchParams;
  const origin = `http://127.0.0.1:${parameters.get('port')}`;
  const state = parameters.get('state') ?? '';
  return { ...test, running, address, origin, state, signInProgram };
}

/** What a browser is answered, which can choose neither method nor host freely. */
async function visit(url: string, options: { method?: string; headers?: Record<string, string> } = {}) {
  return new Promise<{ status: number | undefined; html: string; headers: Record<string, unknown> }>(
    (resolve, reject) => {
      request(url, options, (response) => {
        const { statusCode: status, headers } = response;
        text(response).then((html) => resolve({ status, html, headers }), reject);
      })
        .on('error', reject)
        .end();
    },
  );
}

describe('login --web', () => {
  it('shows the page of the server, and takes a session for what comes back', async () => {
    const { context, running, address, origin, state, signInProgram, clients } = await start();
    expect(address.origin + address.pathname).toBe(`${server}/auth/program`);
    expect(state).toMatch(/^[\w-]{43}$/);
    const { status, html } = await visit(`${origin}/?code=c0de&state=${state}`);
    expect(await running).toBe('ann');
    expect(status).toBe(200);
    expect(html).toContain(`signed in to ${server} as ann`);
    const [input] = signInProgram.mock.calls[0] ?? [];
    const { code, codeVerifier } = input as { code: string; codeVerifier: string };
    expect(code).toBe('c0de');
    const challenge = createHash('sha256').update(codeVerifier).digest('base64url');
    expect(address.searchParams.get('challenge')).toBe(challenge);
    expect(clients).toEqual([{ server }, { server, sessionFile: context.profiles.sessionFile(server) }]);
    expect(await context.profiles.find(server)).toEqual({ username: 'ann' });
  });

  it('leaves nothing that listens', async () => {
    const { running, origin, state } = await start();
    await visit(`${origin}/?code=c0de&state=${state}`);
    await running;
    await expect(visit(origin)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('answers with a page that keeps the code to itself', async () => {
    const { running, origin, state } = await start();
    const { headers, html } = await visit(`${origin}/?code=c0de&state=${state}`);
    await running;
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-\S+'; /);
    expect(html).not.toContain('c0de');
    expect(html).not.toContain('<script');
  });

  it('says what to do where no browser opens', async () => {
    const { stderr, running, origin, state } = await start();
    expect(stderr()).toContain('Open this address in a browser on this computer');
    expect(stderr()).toContain(`fileshare login ${server} --token-stdin`);
    await visit(`${origin}/?code=c0de&state=${state}`);
    await running;
  });

  it('shows the address even when it shall be quiet, as a browser that was called need not come', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'fileshare-browser-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const name of ['xdg-open', 'open']) {
      await writeFile(path.join(folder, name), '#!/bin/sh\n', { mode: 0o755 });
    }
    const { stderr, running, origin, state } = await start({
      isQuiet: true,
      env: { DISPLAY: ':0', PATH: folder },
    });
    expect(stderr()).toContain('If no browser opened, open this address');
    await visit(`${origin}/?code=c0de&state=${state}`);
    await running;
  });

  it.each<[string, (known: { origin: string; state: string }) => Parameters<typeof visit>, number]>([
    ['without a state', ({ origin }) => [`${origin}/?code=evil`], 400],
    ['with an empty state', ({ origin }) => [`${origin}/?code=evil&state=`], 400],
    ['with a foreign state', ({ origin }) => [`${origin}/?code=evil&state=${'x'.repeat(43)}`], 400],
    ['with two states', ({ origin, state }) => [`${origin}/?code=evil&state=${state}&state=${state}`], 400],
    ['with two codes', ({ origin, state }) => [`${origin}/?code=evil&code=c0de&state=${state}`], 400],
    ['without a code', ({ origin, state }) => [`${origin}/?state=${state}`], 400],
    ['with a foreign denial', ({ origin }) => [`${origin}/?error=access_denied&state=other`], 400],
    [
      'of another host',
      ({ origin, state }) => [`${origin}/?code=evil&state=${state}`, { headers: { host: 'evil.example' } }],
      400,
    ],
    ['that posts', ({ origin, state }) => [`${origin}/?code=evil&state=${state}`, { method: 'POST' }], 405],
    ['of another path', ({ origin, state }) => [`${origin}/favicon.ico?code=evil&state=${state}`], 404],
  ])('refuses a request %s, and waits on', async (_name, wrong, status) => {
    const { running, origin, state, signInProgram } = await start();
    const refused = await visit(...wrong({ origin, state }));
    expect(refused.status).toBe(status);
    expect(refused.html).toContain('Unexpected page');
    await visit(`${origin}/?code=c0de&state=${state}`);
    expect(await running).toBe('ann');
    expect(signInProgram.mock.calls.map(([input]) => input)).toMatchObject([{ code: 'c0de' }]);
  });

  it('takes one answer', async () => {
    const second = { status: 0 };
    const running = start({
      signInProgram: stub(async () => {
        const { origin, state } = await running;
        const { status = 0 } = await visit(`${origin}/?code=late&state=${state}`);
        second.status = status;
        return { username: 'ann' };
      }),
    });
    const { origin, state, running: signingIn, signInProgram } = await running;
    await visit(`${origin}/?code=c0de&state=${state}`);
    await signingIn;
    expect(second.status).toBe(410);
    expect(signInProgram).toHaveBeenCalledOnce();
  });

  it('ends when the person says no', async () => {
    const { context, running, origin, state, signInProgram } = await start();
    const { html } = await visit(`${origin}/?error=access_denied&state=${state}`);
    expect(html).toContain('was denied access');
    await expect(running).rejects.toMatchObject({
      exit: 'signIn',
      text: { key: 'cli.errors.browser_denied' },
    });
    expect(signInProgram).not.toHaveBeenCalled();
    expect(await context.profiles.current()).toBeNull();
  });

  it('tells terminal and browser when the server does not take the code', async () => {
    const signInProgram = stub(() => {
      throw new AppError('authorization_code_invalid');
    });
    const { context, running, origin, state } = await start({ signInProgram });
    const { html } = await visit(`${origin}/?code=c0de&state=${state}`);
    expect(html).toContain('couldn&#39;t sign in');
    await expect(running).rejects.toMatchObject({ code: 'authorization_code_invalid' });
    expect(await context.profiles.current()).toBeNull();
  });

  it('does not wait for ever', async () => {
    const { running, origin } = await start({ timeout: 1 });
    await expect(running).rejects.toMatchObject({
      exit: 'signIn',
      text: { key: 'cli.errors.browser_silent' },
      hint: { params: { server } },
    });
    await expect(visit(origin)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('stops waiting at Ctrl-C', async () => {
    const controller = new AbortController();
    const { running, origin } = await start({ signal: controller.signal });
    controller.abort();
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    await expect(visit(origin)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it.each([
    ['is not there', 'not_found'],
    ['has nobody yet', 'setup_required'],
  ] as const)('opens nothing for a server that %s', async (_name, code) => {
    const available = stub(() => Promise.reject(new AppError(code)));
    const { context, stderr } = testContext({ client: { oauth: { available } } });
    await expect(signInByBrowser(context, { server })).rejects.toMatchObject({ code });
    expect(stderr()).toBe('');
  });
});
