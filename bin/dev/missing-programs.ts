import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { hasClamd } from '../../daemon/testing/engines/clamd.ts';
import { hasLdapServer } from '../../daemon/testing/engines/ldap-server.ts';
import { findPostgres } from '../../daemon/testing/engines/postgres-server.ts';
import { hasCaddy, hasNginx } from '../../daemon/testing/engines/proxies.ts';
import { hasS3Server, s3Packages } from '../../daemon/testing/engines/s3-programs.ts';
import { findChromium } from './find-chromium.ts';
import { hasCompose, hasDocker } from './find-docker.ts';
import { reachesRegistry } from './reaches-registry.ts';

/** What tests need that may not be installed here; without it, files that ask with this word skip tests. */
const needs = [
  { name: 'Ceph', word: 'hasS3Server', isInstalled: () => hasS3Server, install: `apt install ${s3Packages}` },
  {
    name: 'PostgreSQL',
    word: 'findPostgres',
    isInstalled: () => findPostgres() !== null,
    install: 'apt install postgresql',
  },
  { name: 'nginx', word: 'hasNginx', isInstalled: () => hasNginx, install: 'apt install nginx' },
  { name: 'Caddy', word: 'hasCaddy', isInstalled: () => hasCaddy, install: 'apt install caddy' },
  {
    name: 'ClamAV',
    word: 'hasClamd',
    isInstalled: () => hasClamd,
    install: 'apt install clamav-daemon',
  },
  {
    name: 'slapd',
    word: 'hasLdapServer',
    isInstalled: () => hasLdapServer,
    install: 'apt install slapd ldap-utils',
  },
  {
    name: 'Chromium',
    word: 'hasBrowser',
    isInstalled: () => findChromium() !== null,
    install: 'apt install chromium',
  },
  {
    name: 'zsh and fish',
    word: 'canRun',
    isInstalled: () => ['zsh', 'fish'].every((shell) => spawnSync(shell, ['-c', 'exit']).status === 0),
    install: 'apt install zsh fish',
  },
  { name: 'Docker', word: 'hasDocker', isInstalled: hasDocker, install: 'apt install docker.io' },
  {
    name: 'Docker Compose',
    word: 'hasCompose',
    isInstalled: hasCompose,
    install: 'apt install docker-compose',
  },
  {
    name: 'the registry of npm',
    word: 'reachesRegistry',
    isInstalled: reachesRegistry,
    install: 'a connection',
  },
  {
    name: 'Node 22 and 24',
    word: 'otherNodes',
    isInstalled: () => existsSync('bin/dev/node-versions/node_modules/node24'),
    install: 'npm ci --prefix bin/dev/node-versions',
  },
];

/** Says which files with skipped tests lack a program, and how to install it: a line for each program. */
export function explainSkipped(
  files: readonly string[],
  { among = needs, read = (file: string) => readFileSync(file, 'utf8') } = {},
): string[] {
  const missing = among.filter(({ isInstalled }) => !isInstalled());
  return missing.flatMap(({ name, word, install }) => {
    const skipped = files.filter((file) => read(file).includes(word));
    return skipped.length === 0 ? [] : [`skipped without ${name}: ${skipped.join(', ')} (${install})`];
  });
}
