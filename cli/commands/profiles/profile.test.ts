import { describe, expect, it } from 'vitest';
import { findProfile } from '../../find/profile.ts';
import { readFileIfThere, writePrivateFile } from '../../io/private-files.ts';
import { testContext } from '../../testing/context.ts';
import { stub } from '../../testing/stub.ts';
import { list } from './list.ts';
import { remove } from './remove.ts';
import { show } from './show.ts';
import { use } from './use.ts';

const files = 'https://files.example.org';
const office = 'https://office.example.org:8443';
const keyId = 'a'.repeat(32);
const key = `fsk_${keyId}_${'s'.repeat(43)}`;

/** Signed in with a key to one server, and with a session to the other, which is the current one. */
async function signedIn({ env = {}, ...init }: Parameters<typeof testContext>[0] = {}) {
  const test = testContext({ env, ...init, options: { server: undefined, ...init.options } });
  const { profiles } = test.context;
  await profiles.save(office, { username: 'bob', token: key });
  await profiles.save(files, { username: 'ann' });
  await writePrivateFile(profiles.sessionFile(files), '{}');
  return test;
}

describe('profile list', () => {
  it('says who is signed in where and how, and which server is current', async () => {
    const { context } = await signedIn();
    const result = await list.run(context, { args: [], options: {} });
    expect(result.profiles).toEqual([
      {
        name: 'files.example.org',
        server: files,
        username: 'ann',
        signedInBy: { kind: 'session' },
        isCurrent: true,
      },
      {
        name: 'office.example.org:8443',
        server: office,
        username: 'bob',
        signedInBy: { kind: 'apiKey', id: keyId },
        isCurrent: false,
      },
    ]);
    expect(list.view?.(result, context)).toEqual([
      `files.example.org\t${files}\tann\tsession\tcurrent`,
      `office.example.org:8443\t${office}\tbob\tapiKey\t`,
    ]);
    context.streams.stdout.isTTY = true;
    expect(list.view?.(result, context)).toEqual([
      'PROFILE                    USERNAME  SIGNED IN',
      '* files.example.org        ann       with a session',
      `  office.example.org:8443  bob       with the API key ${keyId}`,
    ]);
  });

  it('leads to the first sign-in', async () => {
    const { context, stderr } = testContext();
    expect(await list.run(context, { args: [], options: {} })).toEqual({ profiles: [] });
    expect(stderr()).toContain('fileshare login URL');
  });
});

describe('profile show', () => {
  const run = async (test: Awaited<ReturnType<typeof signedIn>>, ...args: string[]) => {
    const result = await show.run(test.context, { args, options: {} });
    const lines = show.view?.(result, test.context) ?? [];
    expect(`${JSON.stringify(result)}${lines.join('')}`).not.toContain('sss');
    return { result, lines };
  };

  it('names the current server and where each value comes from', async () => {
    const { result, lines } = await run(await signedIn());
    expect(result).toMatchObject({
      server: { value: files, origin: 'profile', setBy: null },
      username: { value: 'ann', origin: 'profile' },
      signedInBy: { value: { kind: 'session' }, origin: 'profile' },
      profileFolder: { origin: 'environment', setBy: 'FILESHARE_PROFILE_DIR' },
      stateFolder: { origin: 'environment', setBy: 'FILESHARE_STATE_DIR' },
    });
    expect(lines[0]).toBe(`server\t${files}\tprofile\t`);
  });

  it('lets the environment precede the profile, and the option precede both', async () => {
    const env = { FILESHARE_URL: office, FILESHARE_TOKEN: key };
    const environment = await signedIn({ env });
    environment.context.streams.stdout.isTTY = true;
    const { result, lines } = await run(environment);
    expect(result).toMatchObject({
      server: { value: office, origin: 'environment', setBy: 'FILESHARE_URL' },
      username: { value: null, origin: 'environment', setBy: 'FILESHARE_TOKEN' },
      signedInBy: { value: { kind: 'apiKey', id: keyId }, origin: 'environment', setBy: 'FILESHARE_TOKEN' },
    });
    expect(lines.join('\n')).toMatch(/^Signed in .*with the API key a+ +FILESHARE_TOKEN$/m);
    const flag = await signedIn({ env: { FILESHARE_URL: office }, options: { server: 'other.example.org' } });
    expect((await run(flag)).result).toMatchObject({
      server: { value: 'https://other.example.org', origin: 'flag', setBy: '--server' },
      username: { value: null, origin: 'default' },
      signedInBy: { value: null, origin: 'default' },
    });
  });

  it('shows what is saved for a profile that is named', async () => {
    const { result } = await run(await signedIn({ env: { FILESHARE_TOKEN: 'a.b.c' } }), 'off');
    expect(result).toMatchObject({
      server: { value: office, origin: 'profile' },
      username: { value: 'bob', origin: 'profile' },
      signedInBy: { value: { kind: 'apiKey', id: keyId }, origin: 'profile' },
    });
  });

  it('fails when no server is known', async () => {
    const { context } = testContext({ options: { server: undefined } });
    await expect(show.run(context, { args: [], options: {} })).rejects.toMatchObject({
      exit: 'usage',
      text: { key: 'cli.errors.no_server' },
    });
  });
});

it('profile use makes a server the current one, and says what precedes it', async () => {
  const { context, stderr } = await signedIn({ env: { FILESHARE_URL: files } });
  expect(await use.run(context, { args: ['office'], options: {} })).toMatchObject({ server: office });
  expect(await context.profiles.current()).toBe(office);
  expect(stderr()).toContain(`Commands now use ${office}.`);
  expect(stderr()).toContain('FILESHARE_URL');
});

it('profile remove ends the session and deletes what is saved', async () => {
  const signOut = stub();
  const { context, clients } = await signedIn({ client: { session: { signOut } } });
  await remove.run(context, { args: ['files.example.org'], options: {} });
  const sessionFile = context.profiles.sessionFile(files);
  expect(clients).toEqual([{ server: files, sessionFile }]);
  expect(signOut).toHaveBeenCalledOnce();
  expect(await context.profiles.list()).toEqual([office]);
  expect(await readFileIfThere(sessionFile)).toBeNull();
  expect(await context.profiles.current()).toBeNull();
});

describe('a profile is found by', () => {
  it.each([
    ['its name', 'files.example.org'],
    ['the beginning of its name', 'Files'],
    ['its address', `${files}/`],
  ])('%s', async (_name, reference) => {
    const { context } = await signedIn();
    expect(await findProfile(context, reference)).toMatchObject({ server: files });
  });

  it('its whole address where one host is two servers', async () => {
    const { context } = await signedIn();
    await context.profiles.save('http://files.example.org', {});
    expect(await findProfile(context, files)).toEqual({ name: files, server: files });
  });

  it('nothing else, and the error names the profiles', async () => {
    const { context } = await signedIn();
    const names = 'files.example.org, office.example.org:8443';
    await expect(findProfile(context, 'example')).rejects.toMatchObject({
      exit: 'notFound',
      text: { key: 'cli.errors.profile_not_found', params: { name: 'example' } },
      hint: { params: { names } },
    });
    await context.profiles.save('https://files2.example.org', {});
    await expect(findProfile(context, 'files')).rejects.toMatchObject({
      exit: 'usage',
      text: { key: 'cli.errors.profile_ambiguous' },
      hint: { params: { names: 'files.example.org, files2.example.org' } },
    });
  });
});
