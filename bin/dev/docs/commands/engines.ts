import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasClamd, startClamd } from '../../../../daemon/testing/engines/clamd.ts';
import { hasLdapServer, startLdapServer } from '../../../../daemon/testing/engines/ldap-server.ts';
import { findPostgres, startPostgres } from '../../../../daemon/testing/engines/postgres-server.ts';
import { findFreePort } from '../../../../daemon/testing/free-port.ts';
import { readFences } from './guide-blocks.ts';

/** What the commands of a guide talk to, beside our server. */
export interface Engine {
  /** Variables of the shell. */
  env: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

interface Row {
  isInstalled: boolean;
  start(): Promise<Engine>;
}

/** By guide. */
export const engines: Readonly<Record<string, Row>> = {
  'docs/guide/malware-scan.md': { isInstalled: hasClamd, start: startScanner },
  'docs/guide/notifications.md': { isInstalled: true, start: startReceiver },
  'docs/guide/postgresql.md': { isInstalled: findPostgres() !== null, start: startDatabase },
  'docs/guide/sign-in.md': { isInstalled: hasLdapServer, start: startDirectory },
};

async function startScanner(): Promise<Engine> {
  const { address, stop } = await startClamd();
  return { env: { SCANNER: address }, stop };
}

async function startDatabase(): Promise<Engine> {
  const { url, stop } = await startPostgres();
  const { hostname, port, username, password } = new URL(url);
  return { env: { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password }, stop };
}

async function startDirectory(): Promise<Engine> {
  const ldap = await startLdapServer({ ann: { displayName: 'Ann Lee', groups: ['staff'] } });
  const folder = await mkdtemp(path.join(tmpdir(), 'fileshare-directory-'));
  const certificate = path.join(folder, 'ca.pem');
  await writeFile(certificate, ldap.certificate);
  return {
    env: { DIRECTORY: ldap.secureUrl, DIRECTORY_CERTIFICATE: certificate },
    async stop() {
      await ldap.remove();
      await rm(folder, { recursive: true });
    },
  };
}

/** A folder with the receiver of webhooks that the guide shows. */
async function startReceiver(): Promise<Engine> {
  const port = await findFreePort();
  const folder = await mkdtemp(path.join(tmpdir(), 'fileshare-receiver-'));
  const script = readFences('docs/guide/notifications.md').find(({ language }) => language === 'js');
  const file = path.join(folder, 'receiver.mjs');
  await writeFile(file, script?.code.replace('listen(8080)', `listen(${port}, '127.0.0.1')`) ?? '');
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  return {
    env: { RECEIVER_PORT: String(port), RECEIVER: file },
    stop: () => rm(folder, { recursive: true }),
  };
}
