import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** The file that every scanner reports and that harms nobody, in two parts, so that none reports this source. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

const name = 'Eicar-Test-Signature';

/** What `clamd` says about it: no signature of ours is official. */
export const eicarSignature = `${name}.UNOFFICIAL`;

/** Its MD5, its length and the name: https://docs.clamav.net/manual/Signatures/HashSignatures.html */
const database = `44d88612fea8a8f36de82e1278abb02f:68:${name}\n`;

const program = findClamd();

/** Whether Debian's `clamav-daemon`, or another package with `clamd`, is installed. */
export const hasClamd = program !== null;

/** A real `clamd` that knows one signature. */
export interface TestClamd {
  /** `unix:/…` */
  address: string;
  /** Ends it like a power cut. */
  kill(): Promise<void>;
  /** Starts it again at the same address, unless it runs. */
  start(): Promise<void>;
  /** Starts it again with a signature of this text. */
  learn(text: string): Promise<void>;
  stop(): Promise<void>;
}

/** @param streamMaxLength bytes that it accepts, such as `1M` */
export async function startClamd({ streamMaxLength = '4M' } = {}): Promise<TestClamd> {
  const folder = await mkdtemp(join(tmpdir(), 'fileshare-clamd-'));
  const socket = join(folder, 'clamd.sock');
  const config = join(folder, 'clamd.conf');
  await mkdir(join(folder, 'db'));
  await writeFile(join(folder, 'db/eicar.hdb'), database);
  await writeFile(
    config,
    [
      `LocalSocket ${socket}`,
      'FixStaleSocket yes',
      `DatabaseDirectory ${join(folder, 'db')}`,
      `TemporaryDirectory ${folder}`,
      `StreamMaxLength ${streamMaxLength}`,
      'Foreground yes',
      'Bytecode no',
      '',
    ].join('\n'),
  );
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    if (program === null) throw new Error('clamd is not installed');
    if (child) return;
    const started = spawn(program, [`--config-file=${config}`], { stdio: 'ignore' });
    child = started;
    while (!(await accepts(socket))) {
      if (started.exitCode !== null) throw new Error(`clamd ended with ${started.exitCode}`);
      await setTimeout(20);
    }
  }

  async function kill(): Promise<void> {
    const ending = child;
    child = null;
    if (!ending || ending.exitCode !== null) return;
    const ended = once(ending, 'exit');
    ending.kill('SIGKILL');
    await ended;
  }

  await start();
  return {
    address: `unix:${socket}`,
    kill,
    start,
    async learn(text) {
      const md5 = createHash('md5').update(text).digest('hex');
      await writeFile(join(folder, 'db', `${md5}.hdb`), `${md5}:${Buffer.byteLength(text)}:Learned\n`);
      await kill();
      await start();
    },
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function accepts(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function findClamd(): string | null {
  // It is not on the PATH of everybody.
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  const paths = folders.filter(Boolean).map((folder) => join(folder, 'clamd'));
  return paths.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
