import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCli } from './run-cli.ts';
import { runOnTerminal } from './terminal.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

let workspace: Workspace;
beforeAll(async () => {
  workspace = await createWorkspace();
});
afterAll(() => workspace?.remove());

it('shows interrupted uploads while the server does not answer', async () => {
  const { folder: cwd, env, server } = workspace;
  await writeFile(path.join(cwd, 'notes.bin'), randomBytes(60_000));
  const args = ['upload', 'notes.bin', '--limit-rate', '4k', '--progress=json'];
  const { child, result, said } = startCli(args, { env, cwd });
  await said('"phase":"uploading"');
  child.kill('SIGKILL');
  await result;
  await server.kill();

  const answers = [["doesn't answer", { key: 'q' }]] as const;
  const { exitCode, screen } = await runOnTerminal([], { env, cwd, answers });
  expect(exitCode).toBe(0);
  expect(screen).toContain(`ann on ${server.url}`);
  expect(screen).toContain('› fileshare upload');
  expect(screen).toContain('interrupted');
  expect(screen).toContain('fileshare doctor');
});
