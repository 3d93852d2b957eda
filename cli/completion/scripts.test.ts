import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { completionScripts, type Shell, shells } from './scripts.ts';

/** In place of the program: answers what the script asks, and otherwise writes down how it was called. */
const program = `#!/bin/sh
if [ "$1" != __complete ]; then
  printf '<%s>' "$@" >> "$CALLS"
  echo >> "$CALLS"
  echo "called: $#"
  exit
fi
for last; do :; done
case "$last" in
  fil* | --file=fil*) echo ':file' ;;
  fol*) echo ':dir' ;;
  --password*) printf -- '--password=generate\\tMake: one\\n' ;;
  http*) printf 'https://files.example.org:8443/s/AbC\\tPhotos\\n' ;;
  shares*) printf 'shares:read\\t\\n' ;;
  Inv*) printf 'Invoices 2030\\tabc\\n' ;;
  hol*) printf 'holiday-2030\\t"Photos": 1\\n' ;;
esac
`;

/** How each shell starts without the files of the person who runs the test, and loads the script. */
const sessions: Record<Shell, { start: string; load: string }> = {
  bash: { start: 'bash --norc --noprofile -i', load: 'source ./script' },
  zsh: { start: 'zsh -f -i', load: 'autoload -U compinit && compinit -D -u && source ./script' },
  fish: { start: 'fish --no-config -i', load: 'source ./script' },
};

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'completion-'));
  await mkdir(path.join(folder, 'folder_1'));
  await writeFile(path.join(folder, 'file two.txt'), '');
  await mkdir(path.join(folder, 'bin'));
  await writeFile(path.join(folder, 'bin', 'fileshare'), program, { mode: 0o755 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Types each line in an interactive shell, with the tab key after it. Returns the words that the program gets. */
async function typeLines(shell: Shell, lines: readonly string[]): Promise<string[]> {
  const calls = path.join(folder, `${shell}.calls`);
  await writeFile(calls, '');
  await writeFile(path.join(folder, 'script'), completionScripts[shell]);
  const env = { ...process.env, HOME: folder, CALLS: calls, TERM: 'xterm', SHELL: '/bin/sh' };
  const child = spawn('script', ['-qefc', sessions[shell].start, '/dev/null'], {
    env: { ...env, PATH: `${folder}/bin:${process.env['PATH']}` },
    cwd: folder,
    stdio: 'pipe',
  });
  onTestFinished(() => {
    child.kill();
  });
  const keys = [
    `${sessions[shell].load} && printf 'load%s' ed\r`,
    ...lines.map((line) => `${line}\t\r`),
    'exit\r',
  ];
  const answers = [/\S/, /loaded/, ...lines.map(() => /called: \d/)];
  let screen = '';
  child.stdin.on('error', () => undefined);
  child.stdout.on('data', (chunk: Buffer) => {
    screen += chunk.toString();
    if (!answers[0]?.test(screen)) return;
    answers.shift();
    screen = '';
    child.stdin.write(keys.shift() ?? '');
  });
  await once(child, 'close');
  return (await readFile(calls, 'utf8')).trimEnd().split('\n');
}

/** The `script` of other systems takes other options. */
function canRun(shell: Shell): boolean {
  return process.platform === 'linux' && spawnSync(shell, ['-c', 'exit']).status === 0;
}

describe.each(shells)('in %s, Tab', (shell) => {
  it.skipIf(!canRun(shell))('completes what the program offers, files and folders', async () => {
    const lines = {
      'fileshare share show hol': '<share><show><holiday-2030>',
      'fileshare upload --password': '<upload><--password=generate>',
      'fileshare upload --password=gen': '<upload><--password=generate>',
      'fileshare info https://fil': '<info><https://files.example.org:8443/s/AbC>',
      'fileshare key create --scope shares:r': '<key><create><--scope><shares:read>',
      'fileshare --server https://a:1 pull Inv': '<--server><https://a:1><pull><Invoices 2030>',
      'fileshare upload fil': '<upload><file two.txt>',
      'fileshare config set --file=fil': '<config><set><--file=file two.txt>',
      'fileshare serve --data-dir fol': '<serve><--data-dir><folder_1>',
    };
    const called = await typeLines(shell, Object.keys(lines));
    expect(called.map((words) => words.replace('/>', '>'))).toEqual(Object.values(lines));
  });
});
