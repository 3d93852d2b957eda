import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configEnvName, configKeys } from '#sdk/contract/config.js';
import { clientVariables } from '#sdk/contract/environment.js';
import { envTable } from '../../../daemon/env/env.ts';
import manifest from '../../../package.json' with { type: 'json' };

const read = (file: string) => readFileSync(file, 'utf8');
const unit = read('docs/guide/install/fileshare.service');
const script = 'docs/guide/install/fileshare-as-service';

/** Every value of a setting, such as `USER` of a Dockerfile or `mountPath` of Kubernetes. */
function valuesOf(setting: RegExp, ...files: string[]): string[] {
  return files.flatMap((file) => [...read(file).matchAll(setting)].map(([, value = '']) => value));
}

const verified = spawnSync('systemd-analyze', ['verify', 'docs/guide/install/fileshare.service'], {
  encoding: 'utf8',
});

it.skipIf(verified.error)('systemd understands every line of the unit', () => {
  // Unknown settings are no failure, but are named.
  expect({ status: verified.status, said: verified.stdout + verified.stderr }).toEqual({
    status: 0,
    said: '',
  });
});

describe('commands as the service', () => {
  it('have the user, the folders and the variables of the unit', () => {
    const properties = valuesOf(/--property="?(\w+=[^\s"$]*)/g, script);
    const own = properties.filter((property) => !/^(User|ReadWritePaths)=/.test(property));
    expect(own.filter((property) => !unit.includes(`\n${property}\n`))).toEqual([]);
    expect(own).toContain('StateDirectory=fileshare');
    const variables = valuesOf(/--setenv=(\S+)/g, script);
    expect(
      variables.filter((variable) => !/^Environment=(.*)$/m.exec(unit)?.[1]?.includes(variable)),
    ).toEqual([]);
    expect(variables).toContain('FILESHARE_DATA_DIR=/var/lib/fileshare');
  });

  it('get their words as they were given, and what the unit may write', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fileshare-programs-'));
    for (const [name, line] of [
      ['systemctl', 'echo /backup/fileshare /srv/files'],
      ['systemd-run', 'printf "%s\\n" "$@"'],
    ]) {
      writeFileSync(join(folder, `${name}`), `#!/bin/sh\n${line}\n`);
      chmodSync(join(folder, `${name}`), 0o755);
    }
    const env = { PATH: `${folder}:${process.env['PATH']}` };
    const words = execFileSync('sh', [script, 'config', 'set', 'general.appName', 'Our files'], { env });
    const lines = words.toString().trimEnd().split('\n');
    expect(lines).toContain('--property=ReadWritePaths=/backup/fileshare /srv/files');
    expect(lines.slice(-6)).toEqual([
      '/usr/bin/env',
      'fileshare',
      'config',
      'set',
      'general.appName',
      'Our files',
    ]);
    rmSync(folder, { recursive: true });
  });
});

describe('the files for containers', () => {
  const compose = ['docs/guide/install/compose.yaml', 'docs/guide/scale-out/compose.yaml'];
  const kubernetes = 'docs/guide/scale-out/kubernetes.yaml';

  it('agree on the port, the data folder and the user', () => {
    expect(valuesOf(/^EXPOSE (\d+)$/gm, 'Dockerfile')).toEqual([envTable.port.default]);
    const ports = [
      ...valuesOf(/ports: \["127\.0\.0\.1:\d+:(\d+)"\]/g, ...compose),
      ...valuesOf(/^ *server \w+:(\d+) /gm, 'docs/guide/scale-out/nginx.conf'),
      ...valuesOf(/containerPort: (\d+)/g, kubernetes),
    ];
    expect(ports).toEqual(['3000', '3000', '3000', '3000']);
    const folders = [
      ...valuesOf(/FILESHARE_DATA_DIR=(\S+)/g, 'Dockerfile'),
      ...valuesOf(/^VOLUME (\S+)$/gm, 'Dockerfile'),
      ...valuesOf(/volumes: \["data:([^"]+)"\]/g, ...compose),
      ...valuesOf(/name: data, mountPath: (\S+) \}/g, kubernetes),
    ];
    expect(folders).toEqual(['/data', '/data', '/data', '/data']);
    expect(valuesOf(/^USER (\w+)$/gm, 'Dockerfile')).toEqual(['node']);
    // The user `node` of the image of Node.
    expect(valuesOf(/(?:runAsUser|fsGroup): (\d+)/g, kubernetes)).toEqual(['1000', '1000']);
  });

  it('run commands in a container', () => {
    expect(read('Dockerfile')).toContain('ln -s /app/bin/fileshare.js /usr/local/bin/fileshare');
    expect(statSync('bin/fileshare.js').mode & 0o111).toBe(0o111);
  });

  it('name the image of this version', () => {
    expect(valuesOf(/image: registry\.example\.org\/fileshare:(\S+)/g, kubernetes)).toEqual([
      manifest.version,
    ]);
  });

  it('use the version of Node that the guides recommend', () => {
    const versions = [
      ...valuesOf(/^ARG NODE=(\d+)/gm, 'Dockerfile'),
      ...valuesOf(/Use (\d+): Node 20/g, 'docs/guide/install.md'),
      ...valuesOf(/\((\d+) is recommended\)/g, 'README.md'),
      ...valuesOf(/The image has Node (\d+)/g, 'docs/guide/install.md'),
      ...valuesOf(/(?:node-version: |image: node:)(\d+)/g, 'docs/guide/ci.md'),
    ];
    expect(versions).toHaveLength(8);
    expect([...new Set(versions)]).toEqual(['24']);
  });
});

it('guides and the files beside them name only variables of this version', () => {
  const known = new Set<string>([
    ...Object.values(envTable).map(({ name }) => `FILESHARE_${name}`),
    ...Object.values(clientVariables),
    ...configKeys.map(configEnvName),
  ]);
  // What the guide to the configuration shows as mistyped, or as set by Kubernetes.
  const shown = ['FILESHARE_PROT', 'FILESHARE_TOKN', 'FILESHARE_SERVICE_HOST'];
  const guides = readdirSync('docs/guide', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const named = valuesOf(
    /\b(FILESHARE_[A-Z0-9_]*[A-Z0-9])\b(?!_[…*])/g,
    'README.md',
    'Dockerfile',
    ...guides,
  );
  expect(named.length).toBeGreaterThan(100);
  const unknown = named.filter((name) => !known.has(name) && !known.has(name.replace(/_FILE$/, '')));
  expect([...new Set(unknown)].filter((name) => !shown.includes(name))).toEqual([]);
});

it('a global installation brings the manual', () => {
  // npm links only what is in a list.
  expect(manifest.man).toEqual(['./docs/reference/fileshare.1']);
});

it('the guide to the tests lists the packages that continuous integration installs', () => {
  const [, list = ''] =
    /^apt install --no-install-recommends ((?:.*\\\n)*.*)$/m.exec(read('docs/contributing/testing.md')) ?? [];
  const listed = list.split(/[\s\\]+/).sort();
  const [, loop = ''] = /for program in ([\s\S]*?); do/.exec(read('.ci/run')) ?? [];
  const installed = [
    ...[...loop.matchAll(/[\w-]+:([\w-]+)/g)].map(([, name = '']) => name),
    ...valuesOf(/missing\+=\(([a-z]+)\)/g, '.ci/run'),
  ];
  expect(listed).toEqual(installed.sort());
});
