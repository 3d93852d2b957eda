import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTempFolder } from '#sdk/testing/temp-folder.js';
import { testStreams } from '../testing/streams.ts';
import { copyToClipboard } from './clipboard.ts';

const link = 'https://files.example.org/s/abc123';

let folder: Awaited<ReturnType<typeof makeTempFolder>>;
beforeEach(async () => {
  folder = await makeTempFolder();
});
afterEach(() => folder.remove());

/** Puts programs on a path of their own; each writes what it is given to a file of its name. */
async function install(programs: Readonly<Record<string, { exit: number }>>): Promise<NodeJS.ProcessEnv> {
  for (const [name, { exit }] of Object.entries(programs)) {
    const script = `#!/bin/sh\n/bin/cat > "${path.join(folder.path, `${name}.txt`)}"\nexit ${exit}\n`;
    await writeFile(path.join(folder.path, name), script, { mode: 0o755 });
  }
  return { PATH: folder.path, DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' };
}

function onTerminal() {
  const test = testStreams();
  test.streams.stderr.isTTY = true;
  return test;
}

describe.skipIf(process.platform !== 'linux')('the clipboard', () => {
  it('is that of the first program that works', async () => {
    const env = await install({ 'wl-copy': { exit: 1 }, xclip: { exit: 0 } });
    const { streams, stderr } = onTerminal();
    expect(await copyToClipboard({ env, streams }, link)).toBe('copied');
    expect(await readFile(path.join(folder.path, 'xclip.txt'), 'utf8')).toBe(link);
    expect(stderr()).toBe('');
  });

  it('is that of the terminal over SSH, because programs would copy to the other machine', async () => {
    const env = { ...(await install({ xclip: { exit: 0 } })), SSH_CONNECTION: '192.0.2.1 5 192.0.2.2 22' };
    const { streams, stderr } = onTerminal();
    expect(await copyToClipboard({ env, streams }, link)).toBe('asked');
    expect(stderr()).toBe(`\u001b]52;c;${Buffer.from(link).toString('base64')}\u0007`);
  });

  it.each([
    ['without a terminal', {}, false],
    ['on a terminal that knows no escape sequences', { TERM: 'dumb' }, true],
  ])('is not there %s', async (_name, variables, isTTY) => {
    const { streams, stderr } = testStreams();
    streams.stderr.isTTY = isTTY;
    const env = { ...(await install({})), ...variables };
    expect(await copyToClipboard({ env, streams }, link)).toBe('failed');
    expect(stderr()).toBe('');
  });
});
