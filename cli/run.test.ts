import { describe, expect, it } from 'vitest';
import { runCommandLine } from './run.ts';
import { readJsonLines } from './testing/json-lines.ts';
import { testStreams } from './testing/streams.ts';

const run = (...argv: string[]) => runIn({}, ...argv);

async function runIn(env: NodeJS.ProcessEnv, ...argv: string[]) {
  const { streams, stdout, stderr } = testStreams();
  const exitCode = await runCommandLine({
    version: '1.2.3',
    argv,
    env: { FILESHARE_PROFILE_DIR: '/nowhere', FILESHARE_STATE_DIR: '/nowhere', ...env },
    streams,
    watchSignals: () => new AbortController().signal,
    loadHost: () => Promise.reject(new Error('not loaded')),
  });
  return { exitCode, stdout: stdout(), stderr: stderr() };
}

describe('the command line', () => {
  it('explains itself without a command', async () => {
    const { exitCode, stdout } = await run();
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Usage: fileshare');
    for (const name of ['serve', 'upload|up', 'download|down', 'share']) expect(stdout).toContain(name);
  });

  it('knows its version', async () => {
    expect(await run('--version')).toMatchObject({ exitCode: 0, stdout: '1.2.3\n' });
  });

  it.each([
    [['info', '--server']],
    [['info', '--server', '-q']],
    [['-q', 'info', '--server']],
    [['--progress', 'plain', 'info', '--server']],
    [['doctor', '--server']],
    [['doctor', '--server', '-q']],
  ])('asks the server that it knows for %j', async (argv) => {
    const { exitCode, stderr } = await runIn({ FILESHARE_URL: 'http://127.0.0.1:9' }, ...argv);
    expect(exitCode).toBe(7);
    expect(stderr).toContain("http://127.0.0.1:9 can't be reached");
  });

  it('says how to name the server that doctor is to ask, if it knows none', async () => {
    const { exitCode, stderr } = await run('doctor', '--server');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('No server is set.');
  });

  it('explains a command, with texts from the contract', async () => {
    const { exitCode, stdout } = await run('upload', '--help');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Usage: fileshare upload|up [options] <PATH...>');
    expect(stdout).toMatch(/--max-views <N> +How often the share can be opened/);
    expect(stdout).toMatch(/--no-resume/);
    expect(stdout).toMatch(/--json/);
  });

  it.each([[['upload', '--help']], [['help', 'upload']], [['up', '-qh']]])(
    'ends the help of a command with examples, as in %j',
    async (argv) => {
      const { stdout } = await run(...argv);
      expect(stdout).toMatch(/\n\nExamples:\n( {2}.*fileshare upload .*\n){3}$/);
    },
  );

  it('explains a command of a group', async () => {
    expect((await run('help', 'share')).stdout).toContain('Usage: fileshare share [options] [command]');
    for (const argv of [
      ['share', 'show', '--help'],
      ['share', 'help', 'show'],
      ['help', 'share', 'show'],
    ]) {
      const { stdout } = await run(...argv);
      expect(stdout).toContain('Usage: fileshare share show [options] <SHARE>');
      expect(stdout).toMatch(/--files +Also list the files/);
    }
  });

  it('explains groups within groups', async () => {
    expect((await run('admin', 'users', '--help')).stdout).toContain(
      'Usage: fileshare admin users [options]',
    );
    const { stdout } = await run('help', 'admin');
    expect(stdout).toMatch(/^ +users +/m);
    expect(stdout).toMatch(/^ +audit +/m);
    expect((await run('admin', 'users', 'edit', '--help')).stdout).toMatch(/--no-admin/);
  });

  it('says what each opposite of an option does', async () => {
    const { stdout } = await run('reverse-share', 'edit', '--help');
    expect(stdout).toMatch(/--no-notify +Send you no email/);
    expect(stdout).toMatch(/--no-sign-in +Accept files from anyone with the link/);
    expect(stdout).toMatch(/--no-simple-form +Also ask for a name and a message/);
    expect(stdout).toMatch(/--no-password +Remove the password/);
  });

  it('does not offer to make up a password that exists already', async () => {
    expect((await run('download', '--help')).stdout).not.toContain('generate');
    expect((await run('upload', '--help')).stdout).toContain('--password [generate]');
  });

  it.each([
    [['uplaod', 'x'], 'upload'],
    [['upload', '--expiers', '1d', 'x'], '--expires'],
    [['share', 'lst'], 'list'],
    [['delete', 'https://files.example.org/share/abc'], 'one of share delete, reverse-share delete\\?'],
    [['rm', 'abc'], 'one of share delete, reverse-share delete\\?'],
  ])('suggests what %j may have meant', async (argv, suggestion) => {
    const { exitCode, stderr } = await run(...argv);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(new RegExp(`Did you mean .*${suggestion}`));
  });

  it.each([
    [['import', './data'], 'Commands: pingvin, palmr. See: fileshare import --help\n'],
    [['admin', 'jobs', 'stop'], 'Commands: list, run. See: fileshare admin jobs --help\n'],
    [['admin', '--all'], 'Commands: overview, '],
  ])('names the commands of a group for %j', async (argv, commands) => {
    const { exitCode, stderr } = await run(...argv);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(commands);
  });

  it('does not name the commands of the group for a mistake in one of them', async () => {
    const { exitCode, stderr } = await run('import', 'palmr');
    expect(exitCode).toBe(2);
    expect(stderr).not.toContain('Commands:');
  });

  it.each([
    [['upload']],
    [['whoami', 'extra']],
    [['list', '--limit', 'many']],
    [['list', '--state', 'gone']],
    [['upload', 'x', '--expires', 'soon']],
    [['list', '--progress', 'loud']],
    [['whoami']],
    [['key', 'create', 'ci']],
    [['key', 'create', 'ci', '--scope', 'shares:read,everything']],
    [['key', 'create', 'ci', '--scope', 'shares:read', '--expires', '12h']],
    [['admin', 'users', 'create', 'bob', 'no address']],
    [['admin', 'users', 'edit', 'bob', '--quota', 'much']],
    [['admin', 'users', 'edit', 'bob', '--disable', '--enable']],
    [['admin', 'audit', '--since', 'yesterday']],
    [['admin', 'audit', '--result', 'maybe']],
  ])('refuses %j as a usage error', async (argv) => {
    const { exitCode, stdout, stderr } = await run(...argv);
    expect(exitCode).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).not.toBe('');
  });

  it.each([
    [['upload', ''], 'PATH'],
    [['upload', '', 'a.txt'], 'PATH'],
    [['upload', 'a.txt', ''], 'PATH'],
    [['share', 'add', 'abc123', ''], 'PATH'],
    [['share', 'delete', '', '--yes'], 'SHARE'],
    [['sync', '', 'abc123'], 'FOLDER'],
    [['watch', '', '--existing'], 'FOLDER'],
    [['download', '', 'a.txt'], 'LINK'],
    [['download', 'abc123', ''], 'GLOB'],
    [['info', ''], 'LINK'],
    [['download', 'abc123', '--output', ''], '--output'],
    [['download', 'abc123', '-o', ''], '--output'],
    [['upload', 'a.txt', '--ignore-file='], '--ignore-file'],
    [['upload', 'a.txt', '--password-file', ''], '--password-file'],
    [['config', 'list', '--local', '--data-dir', ''], '--data-dir'],
  ])('refuses what is empty in %j, as a variable that is not set makes it', async (argv, name) => {
    const { exitCode, stdout, stderr } = await run(...argv);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(`${name} is empty.`);
    const { stdout: json } = await run(...argv, '--json');
    expect(JSON.parse(json)).toMatchObject({ error: { code: 'argument_empty', argument: name } });
  });

  it.each([[['upload', 'a.txt', '--name', '']], [['config', 'set', 'general.appName', '']]])(
    'accepts the empty text of %j, which means something',
    async (argv) => {
      expect((await run(...argv)).stderr).toContain('No server is set.');
    },
  );

  it('refuses a password in the arguments and does not repeat it', async () => {
    const { exitCode, stderr } = await run(
      'upload',
      'x',
      '--password=hunter2',
      '--server',
      'http://localhost:1',
    );
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--password-stdin');
    expect(stderr).not.toContain('hunter2');
  });

  it('warns of a variable that looks like one of its own, and of no other', async () => {
    const env = { FILESHARE_TOKN: 'secret', FILESHARE_PORT: '1', FILESHARE_CONFIG_SHARE_MAX_SIZE: '1' };
    const { stderr } = await runIn(env, 'whoami', '--quiet');
    const lines = stderr.split('\n');
    expect(lines[0]).toBe(
      'fileshare: The environment variable FILESHARE_TOKN has no effect. Did you mean FILESHARE_TOKEN?',
    );
    expect(stderr).not.toContain('secret');
    expect(lines.filter((line) => line.includes('has no effect'))).toHaveLength(1);
  });

  it('answers one document with --json, on failure too', async () => {
    const failed = await run('whoami', '--json');
    expect(JSON.parse(failed.stdout)).toMatchObject({
      error: { code: 'no_server', message: 'No server is set.' },
    });
    const unknown = await run('whoami', '--nonsense', '--json');
    expect(JSON.parse(unknown.stdout)).toMatchObject({ error: { code: 'usage' } });
    expect(unknown).toMatchObject({ exitCode: 2, stderr: '' });
    const line = await run('admin', 'audit', '--json');
    expect(readJsonLines(line.stdout)).toMatchObject([{ error: { code: 'no_server' } }]);
  });
});
