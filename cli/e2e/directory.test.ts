import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  dnOf,
  hasLdapServer,
  type LdapServer,
  startLdapServer,
} from '../../daemon/testing/engines/ldap-server.ts';
import { readJson } from './run-cli.ts';
import { runOnTerminal } from './terminal.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

describe.skipIf(!hasLdapServer)('admin ldap test', () => {
  let ldap: LdapServer;
  let workspace: Workspace;

  beforeAll(async () => {
    ldap = await startLdapServer({ mia: { displayName: 'Mia Berg', groups: ['staff'] }, tom: {} });
    workspace = await createWorkspace({
      FILESHARE_CONFIG_LDAP_URL: ldap.secureUrl,
      FILESHARE_CONFIG_LDAP_CA_CERTIFICATE: ldap.certificate,
      FILESHARE_CONFIG_LDAP_BIND_DN: ldap.bindDn,
      FILESHARE_CONFIG_LDAP_BIND_PASSWORD: ldap.bindPassword,
      FILESHARE_CONFIG_LDAP_SEARCH_BASE: ldap.searchBase,
    });
  });
  afterAll(async () => {
    await workspace?.remove();
    await ldap?.remove();
  });

  const test = (...args: string[]) => workspace.run(['admin', 'ldap', 'test', ...args]);

  it('tests the connection, and shows a person', async () => {
    const connection = await test();
    expect(connection).toMatchObject({ exitCode: 0, stdout: '' });
    expect(connection.stderr).toContain('The directory works');
    expect(JSON.parse((await test('mia', '--json')).stdout)).toMatchObject({
      person: { dn: dnOf('mia'), displayName: 'Mia Berg', refusal: null },
    });
    const { screen } = await runOnTerminal(['admin', 'ldap', 'test', 'mia@example.org'], {
      env: workspace.env,
      cwd: workspace.folder,
      answers: [],
    });
    expect(screen).toMatch(/DN +uid=mia,ou=people,dc=example,dc=org/);
    expect(screen).toMatch(/Groups +cn=staff,ou=groups,dc=example,dc=org/);
  });

  it("works on the server's machine without an account", async () => {
    const local = ['--local', '--data-dir', path.join(workspace.folder, 'data')];
    const args = ['admin', 'ldap', 'test', 'tom', '--json', ...local];
    const { exitCode, stdout } = await workspace.run(args, { env: workspace.strangerEnv() });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ person: { username: 'tom', groups: [] } });
  });

  it('ends with the code of what is wrong', async () => {
    const missing = await test('nobody', '--json');
    expect(missing.exitCode).toBe(6);
    expect(readJson(missing).error.code).toBe('directory_person_missing');
    await ldap.stop();
    const away = await test('--json');
    expect(away.exitCode).toBe(7);
    expect(readJson(away).error.code).toBe('directory_unreachable');
  });
});
