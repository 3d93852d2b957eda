import { type Answer, createCaller } from './browser.ts';
import { directoryPassword, type LdapServer, type Person, startLdapServer } from './engines/ldap-server.ts';
import { type StartOptions, startApp, type TestApp } from './start-app.ts';

/** An instance beside a directory. */
export interface TestDirectory {
  ldap: LdapServer;
  app: TestApp;
  /** How the instance reaches the directory; the directory is not turned on. */
  settings: Readonly<Record<string, string>>;
  /** Changes settings of the instance. */
  configure(changes: Readonly<Record<string, string>>): Promise<void>;
  /** Signs in like a program, by default with the password of the directory. */
  signIn(username: string, password?: string): Promise<Answer>;
  stop(): Promise<void>;
}

export async function startWithDirectory(
  people: Readonly<Record<string, Person>>,
  options: StartOptions = {},
): Promise<TestDirectory> {
  const ldap = await startLdapServer(people);
  const app = await startApp(options);
  return {
    ldap,
    app,
    settings: {
      'ldap.url': ldap.secureUrl,
      'ldap.allowUnencrypted': '',
      'ldap.caCertificate': ldap.certificate,
      'ldap.bindDn': ldap.bindDn,
      'ldap.bindPassword': ldap.bindPassword,
      'ldap.searchBase': ldap.searchBase,
      'ldap.userFilter': '',
      'ldap.groupFilter': '',
      'ldap.groupAttribute': '',
      'groups.rules': '',
      'groups.allowed': '',
    },
    configure: (changes) => configure(app, changes),
    signIn: (username, password = directoryPassword) =>
      createCaller(app.url)('/auth/signIn', { json: { username, password, transport: 'token' } }),
    async stop() {
      await app.stop();
      await ldap.remove();
    },
  };
}

const byHost = { user: null, apiKey: null, ip: null, requestId: null, isHost: true };

/** Changes settings of a test instance, like a command on its machine. */
export async function configure({ app }: TestApp, changes: Readonly<Record<string, string>>): Promise<void> {
  const updates = Object.entries(changes).map(([key, value]) => ({ key, value }));
  await app.core.config.update(updates, byHost);
}
