import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  findPostgres,
  type PostgresServer,
  startPostgres,
} from '../../daemon/testing/engines/postgres-server.ts';
import { openDatabaseIn } from '../../daemon/testing/test-database.ts';
import { readJson, runCli, startCli } from './run-cli.ts';
import { startServer } from './server.ts';
import { createWorkspace, type Workspace, writeFiles } from './workspace.ts';

describe.skipIf(findPostgres() === null)('fileshare admin database move', () => {
  let postgres: PostgresServer;
  let workspace: Workspace;
  let data: string;

  beforeAll(async () => {
    postgres = await startPostgres();
    workspace = await createWorkspace();
    data = path.join(workspace.folder, 'data');
  });
  afterAll(async () => {
    await workspace?.remove();
    await postgres?.stop();
  });

  /** Enough for a copy that can be interrupted. */
  async function fillAudit(): Promise<void> {
    const { writer, close } = openDatabaseIn(data);
    await writer.raw(`insert into audit (at, action, result, details)
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 60000)
      select n, 'job.run', 'ok', '{}' from numbers`);
    await close();
  }

  const password = () => new URL(postgres.url).password;

  it('is repeated after a kill in the middle, under a running server, and loses nothing', async () => {
    const { env, folder, run, server } = workspace;
    await writeFiles(folder, { 'a.txt': 'words that must not get lost' });
    const uploaded = readJson(await run(['upload', 'a.txt', '--json']));
    await fillAudit();

    const url = Object.assign(new URL(postgres.url), { password: '' }).href;
    const args = ['admin', 'database', 'move', '--to', url, '--data-dir', data];
    const ofHost = { cwd: folder, env: { ...env, PGPASSWORD: password() } };
    const killed = startCli([...args, '--yes'], ofHost);
    await killed.said('Copying');
    killed.child.kill('SIGKILL');
    await killed.result;

    // The server goes on as if nothing had happened.
    expect(await run(['share', 'create', '--name', 'Since then'])).toMatchObject({ exitCode: 0 });
    const examined = await runCli([...args, '--dry-run'], ofHost);
    expect(examined).toMatchObject({ exitCode: 0 });
    expect(examined.stdout).toContain('interrupted move of this instance');
    const refused = await runCli(['serve', '--data-dir', data, '--port', '0', '--database-url', url], ofHost);
    expect(refused).toMatchObject({ exitCode: 12 });
    expect(refused.stderr).toContain('is not complete');

    const moved = await runCli([...args, '--yes'], ofHost);
    expect(moved).toMatchObject({ exitCode: 0 });
    expect(moved.stderr).toContain('Starting over');
    expect(moved.stdout).toContain(`FILESHARE_DATABASE_URL=${url}`);
    const shareId = new URL(uploaded.share.url).pathname.split('/').at(-1);
    const content = async (base: string) => (await fetch(`${base}/d/${shareId}/a.txt`)).text();
    expect(await content(server.url)).toBe(readFileSync(path.join(folder, 'a.txt'), 'utf8'));
    expect((await run(['share', 'create'])).exitCode).toBe(7);

    await server.stop();
    const old = await runCli(['serve', '--data-dir', data, '--port', '0'], ofHost);
    expect(old).toMatchObject({ exitCode: 12 });
    expect(old.stderr).toContain(`was moved to ${url}`);
    expect(old.stderr + moved.stdout + moved.stderr).not.toContain(password());

    const next = await startServer(data, { FILESHARE_DATABASE_URL: postgres.url });
    expect(await content(next.url)).toBe('words that must not get lost');
    await next.stop();
  });
});
