import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root, run } from './run-tool.js';

/**
 * `npm run release`: examines the checkout, runs all checks and tests, the quick ones also on newer versions of Node,
 * makes the files of the release in `release/`, installs the package and tags the commit. With `-- --dry-run`, it runs no
 * tests and sets no tag. It publishes nothing.
 */
const folder = path.join(root, 'release');

function release({ isDryRun }) {
  const read = (file) => readFileSync(path.join(root, file), 'utf8');
  const { name, version } = JSON.parse(read('package.json'));
  const changelog = read('CHANGELOG.md');
  const problems = findProblems({
    version,
    lockedVersion: JSON.parse(read('package-lock.json')).version,
    changelog,
    changes: ask('git', ['status', '--porcelain']),
    tags: ask('git', ['tag', '--list']).split('\n'),
  });
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0 && !isDryRun) return false;
  if (!isDryRun && !(run(['bin/dev/check/run.js']) && runNpm(['test']) && worksOnOtherVersions()))
    return false;

  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  if (!runNpm(['pack', '--silent', '--pack-destination', folder])) return false;
  if (!runsInstalled(path.join(folder, `${name}-${version}.tgz`), version)) return false;
  write(`${name}-${version}.cdx.json`, `${JSON.stringify(makeBom(name), null, 2)}\n`);
  write('notes.md', `${notesOf(changelog, version) ?? ''}\n`);
  const files = readdirSync(folder).map((file) => ({ file, content: readFileSync(path.join(folder, file)) }));
  write('SHA256SUMS', sumsOf(files));
  if (isDryRun) return problems.length === 0;
  ask('git', ['tag', '--annotate', `v${version}`, '--message', `Version ${version}`]);
  process.stdout.write(`Tagged v${version}. Push the tag, and publish the files in release/.\n`);
  return true;
}

/** `npm test` has run on this Node; the quick tests run on those that people should use. */
function worksOnOtherVersions() {
  const isThere = runNpm(['ci', '--silent', '--prefix', path.join(root, 'bin/dev/node-versions')]);
  return isThere && ['22', '24'].every((version) => run(['bin/dev/test-on.js', version]));
}

/** Installs the package into a folder of one's own, as the guide does without root, and runs it from there. */
function runsInstalled(tarball, version) {
  const prefix = mkdtempSync(path.join(tmpdir(), 'fileshare-release-'));
  try {
    if (!runNpm(['install', '--global', '--silent', '--prefix', prefix, tarball])) return false;
    const isWindows = process.platform === 'win32';
    const program = path.join(prefix, isWindows ? 'fileshare.cmd' : 'bin/fileshare');
    const said = execFileSync(program, ['--version'], { encoding: 'utf8', shell: isWindows }).trim();
    if (said === version) return true;
    process.stderr.write(`The installed package has version ${said}.\n`);
    return false;
  } finally {
    rmSync(prefix, { recursive: true, force: true });
  }
}

/** Says everything that keeps this checkout from being released. */
export function findProblems({ version, lockedVersion, changelog, changes, tags }) {
  return [
    /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) ? null : `package.json: ${version} is not a version.`,
    lockedVersion === version
      ? null
      : `package-lock.json has version ${lockedVersion}, package.json ${version}.`,
    changes === '' ? null : `These files are not committed:\n${changes}`,
    tags.includes(`v${version}`) ? `There is a tag v${version}: choose another version.` : null,
    notesOf(changelog, version)
      ? null
      : `CHANGELOG.md has no part "## ${version}" that says what has changed.`,
    notesOf(changelog, 'Unreleased')
      ? `CHANGELOG.md: move what is under Unreleased to "## ${version}".`
      : null,
  ].filter((problem) => problem !== null);
}

/** Returns what the changelog says about a version, without its heading; null: nothing. */
export function notesOf(changelog, version) {
  const parts = changelog.split(/^## /m).slice(1);
  const part = parts.find((text) => /^\[?([^\]\s]+)/.exec(text)?.[1] === version);
  return part?.slice(part.indexOf('\n')).trim() || null;
}

/** In the format of `sha256sum --check`. */
export function sumsOf(files) {
  const lines = files
    .toSorted((a, b) => (a.file < b.file ? -1 : 1))
    .map(({ file, content }) => `${createHash('sha256').update(content).digest('hex')}  ${file}\n`);
  return lines.join('');
}

/** Lists all packages, as the lock file has them. npm names the component after the folder of the checkout. */
export function makeBom(name) {
  const bom = JSON.parse(askNpm(['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']));
  return { ...bom, metadata: { ...bom.metadata, component: { ...bom.metadata.component, name } } };
}

const write = (file, text) => writeFileSync(path.join(folder, file), text);
const npmOptions = { cwd: root, shell: process.platform === 'win32' };

function ask(program, args) {
  return execFileSync(program, args, { cwd: root, encoding: 'utf8' }).trim();
}

function askNpm(args) {
  return execFileSync('npm', args, { ...npmOptions, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });
}

function runNpm(args) {
  try {
    execFileSync('npm', args, { ...npmOptions, stdio: 'inherit' });
    return true;
  } catch {
    return false;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!release({ isDryRun: process.argv.includes('--dry-run') })) process.exitCode = 1;
}
