import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  eicar,
  eicarSignature,
  hasClamd,
  startClamd,
  type TestClamd,
} from '../../daemon/testing/engines/clamd.ts';
import { runOnTerminal } from './terminal.ts';
import { createWorkspace, type Workspace, writeFiles } from './workspace.ts';

describe.skipIf(!hasClamd)('the quarantine', () => {
  let clamd: TestClamd;
  let workspace: Workspace;

  beforeAll(async () => {
    clamd = await startClamd();
    workspace = await createWorkspace({
      FILESHARE_CONFIG_MALWARE_ENABLED: 'true',
      FILESHARE_CONFIG_MALWARE_ADDRESS: clamd.address,
    });
  });
  afterAll(async () => {
    await workspace?.remove();
    await clamd?.stop();
  });

  const quarantine = (...args: string[]) => workspace.run(['admin', 'quarantine', ...args]);

  async function listed(): Promise<{ id: string; path: string; signature: string }[]> {
    const { stdout } = await quarantine('list', '--json');
    return (JSON.parse(stdout) as { files: { id: string; path: string; signature: string }[] }).files;
  }

  /** Uploads files, and waits until as many of them are in quarantine; returns the link. */
  async function share(files: Readonly<Record<string, string>>, found: number): Promise<string> {
    const folder = path.join(workspace.folder, 'infected');
    await writeFiles(folder, files);
    const { stdout } = await workspace.run([
      'upload',
      ...Object.keys(files).map((name) => path.join(folder, name)),
    ]);
    await expect.poll(listed).toHaveLength(found);
    return stdout.trim();
  }

  it('lists, deletes and releases files', async () => {
    expect(await quarantine('list')).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr: 'No malware found.\n',
    });
    const mixed = await share({ 'evil.com': eicar, 'good.txt': 'hello' }, 1);
    expect(await listed()).toMatchObject([{ path: 'evil.com', signature: eicarSignature }]);

    const states = () => workspace.run(['share', 'list', '--columns', 'state']);
    expect((await states()).stdout).toBe('quarantined\n');

    expect(await quarantine('remove', 'evil.com')).toMatchObject({ exitCode: 2 });
    const { exitCode, screen } = await runOnTerminal(['admin', 'quarantine', 'remove', 'evil.com'], {
      env: workspace.env,
      cwd: workspace.folder,
      answers: [['Delete this file?', 'y']],
    });
    expect({ exitCode, screen }).toMatchObject({ exitCode: 0 });
    expect(screen).not.toContain('no other files');
    expect(await listed()).toEqual([]);
    expect((await states()).stdout).toBe('active\n');
    expect((await workspace.run(['info', mixed])).stdout).toMatch(/^Files +1$/m);

    const alone = await share({ 'alone.com': eicar }, 1);
    expect(await quarantine('release', 'alone.com')).toMatchObject({ exitCode: 0 });
    expect(await listed()).toEqual([]);
    expect((await workspace.run(['info', alone])).exitCode).toBe(0);
    expect(await quarantine('release', 'alone.com')).toMatchObject({ exitCode: 6 });

    const gone = await share({ 'last.com': eicar }, 1);
    const [last] = await listed();
    const removed = await quarantine('remove', last?.id ?? '', '--yes', '--json');
    expect(JSON.parse(removed.stdout)).toEqual({
      deleted: [last?.id],
      deletedShares: [gone.split('/').at(-1)],
    });
    expect((await workspace.run(['info', gone])).exitCode).toBe(6);
  });

  it('holds the file of a check up for a moment, or for good', async () => {
    const ranges = async () => {
      const { stdout } = await workspace.run(['doctor', '--server', workspace.server.url, '--json']);
      const { checks } = JSON.parse(stdout) as { checks: { id: string; status: string }[] };
      return checks.find(({ id }) => id === 'ranges')?.status;
    };
    expect(await ranges()).toBe('ok');
    await workspace.run(['config', 'set', 'malware.maxSize=1MB', 'malware.allowLarger=false']);
    expect(await ranges()).toBe('skipped');
  });
});
