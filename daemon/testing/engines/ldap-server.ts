import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findFreePort } from '../free-port.ts';
import { makeCertificate } from './tls-server.ts';

const program = '/usr/sbin/slapd';

/** Whether Debian's package `slapd` is installed. Without it, tests of directories are skipped. */
export const hasLdapServer = existsSync(program);

/** A private directory on this machine, with the people and groups below. */
export interface LdapServer {
  /** `ldap://`, where StartTLS is offered. */
  url: string;
  /** `ldaps://` */
  secureUrl: string;
  /** The certificate (PEM) that clients must trust. */
  certificate: string;
  /** The account that searches. */
  bindDn: string;
  bindPassword: string;
  searchBase: string;
  /** Changes entries: LDIF as for `ldapmodify`. */
  change(ldif: string): void;
  /** Ends it, like an outage. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Ends it and deletes its folder. */
  remove(): Promise<void>;
}

const base = 'dc=example,dc=org';
const root = { dn: `cn=root,${base}`, password: 'root of the directory' };
const searcher = { dn: `cn=fileshare,${base}`, password: 'may only search' };

/** The password of everyone in the directory. */
export const directoryPassword = 'known to the directory';

/** Starts a server with `people`, each in the groups that are listed with the name. */
export async function startLdapServer(people: Readonly<Record<string, Person>>): Promise<LdapServer> {
  const folder = await mkdtemp(join(tmpdir(), 'fileshare-ldap-'));
  await mkdir(join(folder, 'data'));
  const { key, cert } = await makeCertificate();
  const file = (name: string) => join(folder, name);
  await writeFile(file('key.pem'), key);
  await writeFile(file('cert.pem'), cert);
  await writeFile(file('slapd.conf'), configuration(folder));
  await writeFile(file('tree.ldif'), treeOf(people));
  execFileSync('/usr/sbin/slapadd', ['-q', '-f', file('slapd.conf'), '-l', file('tree.ldif')], {
    stdio: 'pipe',
  });
  const [port, securePort] = [await findFreePort(), await findFreePort()];
  const [url, secureUrl] = [`ldap://127.0.0.1:${port}`, `ldaps://127.0.0.1:${securePort}`];
  let running: ChildProcess | null = null;
  const kill = () => void running?.kill('SIGKILL');
  process.once('exit', kill);

  async function start(): Promise<void> {
    // Any level of debugging keeps it in the foreground.
    const flags = ['-f', file('slapd.conf'), '-h', `${url}/ ${secureUrl}/`, '-d', '0'];
    running = spawn(program, flags, { stdio: 'ignore' });
    await Promise.all([waitFor(port), waitFor(securePort)]);
  }

  async function stop(): Promise<void> {
    if (!running) return;
    const ended = once(running, 'exit');
    running.kill('SIGTERM');
    await ended;
    running = null;
  }

  await start();
  return {
    url,
    secureUrl,
    certificate: cert,
    bindDn: searcher.dn,
    bindPassword: searcher.password,
    searchBase: base,
    change(ldif) {
      execFileSync('/usr/bin/ldapmodify', ['-x', '-H', url, '-D', root.dn, '-w', root.password], {
        input: ldif,
        stdio: 'pipe',
      });
    },
    start,
    stop,
    async remove() {
      process.off('exit', kill);
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface Person {
  /** Default: `<name>@example.org`; null: none. */
  email?: string | null;
  displayName?: string;
  groups?: readonly string[];
}

/** Everyone may bind, and only the account that searches may read. */
function configuration(folder: string): string {
  return `include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload memberof
pidfile ${folder}/slapd.pid
TLSCertificateFile ${folder}/cert.pem
TLSCertificateKeyFile ${folder}/key.pem
database mdb
suffix "${base}"
rootdn "${root.dn}"
rootpw "${root.password}"
directory ${folder}/data
maxsize 16777216
overlay memberof
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${searcher.dn}" read by * none
`;
}

export const dnOf = (name: string): string => `uid=${name},ou=people,${base}`;

function treeOf(people: Readonly<Record<string, Person>>): string {
  const entries = Object.entries(people);
  const groups = new Set(entries.flatMap(([, { groups: names = [] }]) => names));
  return [
    `dn: ${base}\nobjectClass: dcObject\nobjectClass: organization\no: Example`,
    `dn: ${searcher.dn}\nobjectClass: organizationalRole\nobjectClass: simpleSecurityObject\nuserPassword: ${searcher.password}`,
    `dn: ou=people,${base}\nobjectClass: organizationalUnit`,
    `dn: ou=groups,${base}\nobjectClass: organizationalUnit`,
    ...entries.map(([name, { email = `${name}@example.org`, displayName = name, groups: names = [] }]) =>
      [
        `dn: ${dnOf(name)}\nobjectClass: inetOrgPerson\nsn: ${name}\ncn: ${displayName}`,
        `userPassword: ${directoryPassword}`,
        ...(email === null ? [] : [`mail: ${email}`]),
        // slapadd does not run the overlay, which does the same for changes later on.
        ...names.map((group) => `memberOf: cn=${group},ou=groups,${base}`),
      ].join('\n'),
    ),
    ...[...groups].map((group) =>
      [
        `dn: cn=${group},ou=groups,${base}\nobjectClass: groupOfNames`,
        ...entries
          .filter(([, { groups: names = [] }]) => names.includes(group))
          .map(([name]) => `member: ${dnOf(name)}`),
      ].join('\n'),
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

async function waitFor(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch {
      await setTimeout(25);
    } finally {
      socket.destroy();
    }
  }
  throw new Error('the directory did not start');
}
