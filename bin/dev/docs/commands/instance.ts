import { rm } from 'node:fs/promises';
import path from 'node:path';
import { lowestCost } from '../../../../daemon/crypto/passwords.ts';
import { type MailServer, startMailServer } from '../../../../daemon/testing/engines/mail-server.ts';
import { startApp, type TestApp } from '../../../../daemon/testing/start-app.ts';
import { makeFolder } from './prepared.ts';
import { type CommandOptions, type CommandResult, leaveFolders, runCommand } from './run-command.ts';

/** One server in this process, and a folder in which its administrator has signed in. */
export interface Instance {
  app: TestApp;
  folder: string;
  /** The environment of the commands. */
  env: NodeJS.ProcessEnv;
  run(argv: readonly string[], options?: Partial<CommandOptions>): Promise<CommandResult>;
  signIn(): Promise<void>;
  /** Sets the address of the server, and that it sends emails, to one that is there. */
  setUp(): Promise<void>;
  stop(): Promise<void>;
}

/** @param variables those of the server */
export async function startInstance(variables: Readonly<Record<string, string>> = {}): Promise<Instance> {
  const folder = await makeFolder();
  // The connections of a command usually end with its process.
  const limits = { connections: 10_000, connectionsPerClient: 10_000 };
  const [app, mail] = await Promise.all([
    startApp({ env: { FILESHARE_ADDRESS_LIMIT_FACTOR: '1000', ...variables }, limits }),
    startMailServer(),
  ]);
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    CI: 'true',
    LANG: 'C',
    FILESHARE_DATA_DIR: app.dataDir,
    FILESHARE_FSYNC: 'off',
    FILESHARE_PASSWORD_MEMORY_KIB: String(lowestCost.memoryKiB),
    FILESHARE_PASSWORD_PASSES: String(lowestCost.passes),
    FILESHARE_PROFILE_DIR: path.join(folder, 'config'),
    FILESHARE_STATE_DIR: path.join(folder, 'state'),
  };
  const run: Instance['run'] = (argv, options = {}) => runCommand(argv, { env, cwd: folder, ...options });
  async function signIn(): Promise<void> {
    const { username, password } = app.admin;
    const words = ['login', app.url, '--identifier', username, '--password-stdin'];
    await succeed(run(words, { stdin: `${password}\n` }));
  }
  const setUp = () => succeed(run(['config', 'set', ...settingsOf(app, mail)]));
  await signIn();
  await setUp();
  return {
    app,
    folder,
    env,
    run,
    signIn,
    setUp,
    async stop() {
      await Promise.all([app.stop(), mail.close()]);
      leaveFolders();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function settingsOf({ url }: TestApp, { port }: MailServer): string[] {
  const settings = {
    'general.appUrl': url,
    'email.enableShareEmailRecipients': true,
    'smtp.enabled': true,
    'smtp.host': '127.0.0.1',
    'smtp.port': port,
    'smtp.email': 'files@example.org',
    'smtp.allowUnauthorizedCertificates': true,
  };
  return Object.entries(settings).map(([name, value]) => `${name}=${value}`);
}

async function succeed(running: Promise<CommandResult>): Promise<void> {
  const { exitCode, stderr } = await running;
  if (exitCode !== 0) throw new Error(stderr);
}
