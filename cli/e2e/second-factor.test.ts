import path from 'node:path';
import { generate } from 'otplib/functional';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '#sdk/index.js';
import { runOnTerminal } from './terminal.ts';
import { createWorkspace, type Workspace, writeFiles } from './workspace.ts';

const password = 'battery staple horse';
const stepSeconds = 30;

let workspace: Workspace;
let secret: string;
let recoveryCodes: string[];
let env: NodeJS.ProcessEnv;

/** What the authenticator shows now, or so many steps later. The server takes the neighbours too, and each once. */
function codeOf(steps = 0): Promise<string> {
  return generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * stepSeconds });
}

beforeAll(async () => {
  workspace = await createWorkspace();
  await writeFiles(workspace.folder, { pw: `${password}\n` });
  env = { ...workspace.strangerEnv(), FILESHARE_PROFILE_DIR: path.join(workspace.folder, 'tina') };
  const create = ['admin', 'users', 'create', 'tina', 'tina@example.org', '--password-stdin'];
  expect((await workspace.run(create, { stdin: password })).exitCode).toBe(0);
  const client = createClient({ baseUrl: workspace.server.url });
  await client.session.signIn({ identifier: 'tina', password });
  secret = (await client.totp.enable({ body: { password } })).totpSecret;
  ({ recoveryCodes } = await client.totp.verify({ body: { password, code: await codeOf() } }));
  await client.close();
});
afterAll(() => workspace?.remove());

const login = ['login', '--identifier', 'tina'];
const askPassword = ['Password for tina', password] as const;
const question = 'Code from your authenticator';

describe('login to an account with a second factor', () => {
  it('asks for the code on the terminal, and again after a wrong one', async () => {
    const answers = [askPassword, [question, '000000'], [question, () => codeOf(1)]] as const;
    const { exitCode, screen } = await runOnTerminal(login, { env, cwd: workspace.folder, answers });
    expect({ exitCode, screen }).toMatchObject({ exitCode: 0 });
    expect(screen).toContain('The code is incorrect');
    expect(screen).toContain('as tina.');
    expect(screen).not.toContain(password);
    const whoami = await runOnTerminal(['whoami'], { env, cwd: workspace.folder, answers: [] });
    expect(whoami.screen).toMatch(/Two-factor +on/);
  });

  it('takes a recovery code', async () => {
    const answers = [[question, recoveryCodes[0] ?? '']] as const;
    const args = [...login, '--password-file', 'pw'];
    expect((await runOnTerminal(args, { env, cwd: workspace.folder, answers })).exitCode).toBe(0);
  });

  it('gives up after three wrong codes', async () => {
    const answers = [askPassword, [question, '1'], [question, ''], [question, '3']] as const;
    const { exitCode, screen } = await runOnTerminal(login, { env, cwd: workspace.folder, answers });
    expect(exitCode).toBe(4);
    expect(screen).toContain('or use a recovery code');
  });

  it('leads scripts to API keys', async () => {
    const { exitCode, stderr } = await workspace.run([...login, '--password-file', 'pw'], { env });
    expect(exitCode).toBe(4);
    expect(stderr).toContain('fileshare key create');
    expect(stderr.trim().split('\n')).toHaveLength(2);
  });

  it('needs no code any more when an administrator has turned it off', async () => {
    const edit = ['admin', 'users', 'edit', 'tina', '--remove-totp'];
    expect((await workspace.run(edit)).exitCode).toBe(0);
    const { exitCode } = await workspace.run([...login, '--password-file', 'pw'], { env });
    expect(exitCode).toBe(0);
    expect((await workspace.run(edit)).exitCode).toBe(12);
  });
});
