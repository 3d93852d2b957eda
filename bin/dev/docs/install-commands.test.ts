import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };

/** Everything that people read or that is published. */
const files = ['README.md', 'CHANGELOG.md', 'Dockerfile', '.ci', 'docs', 'bin', 'sdk', 'daemon', 'cli', 'web']
  .flatMap((path) => (statSync(path).isFile() ? [path] : listFiles(path)))
  .filter((file) => !/\.(png|ico|woff2?|gz|br)$|install-commands\.test\.ts$/.test(file))
  .filter((file) => !file.split(sep).includes('node_modules'));

/**
 * Commands that would fetch a package named `fileshare` from the registry. That name is not ours there: anyone who
 * registers it could run code on the machine of everybody who copied the command, and read their API key.
 */
const fetchesByName =
  /\b(?:npx|bunx|(?:npm|pnpm|yarn|bun) +(?:i|install|add|exec|x|dlx|create|init))\b(?:[^\n&;|#`]*?[ "'])?fileshare(?![\w.:/-])[^\n]*/g;

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Returns each match with its file. */
function findAll(pattern: RegExp): string[] {
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(pattern)].map(([found]) => `${file}: ${found}`),
  );
}

describe('a command that installs or runs the package', () => {
  it('names a tarball everywhere', () => {
    expect(findAll(fetchesByName)).toEqual([]);
  });

  it('names the tarball of this version', () => {
    const tarballs = findAll(/\bfileshare-\d+\.\d+\.\d+\.tgz/g);
    expect(tarballs.filter((found) => !found.endsWith(`fileshare-${manifest.version}.tgz`))).toEqual([]);
  });

  it.each([
    'npx fileshare upload dist',
    'link=$(npx --yes fileshare upload dist)',
    'npm install fileshare',
    'npm i -g --allow-scripts=sqlite3 fileshare\\n',
    'npm i "fileshare"',
    'npm exec -- fileshare upload',
    'pnpm dlx fileshare',
    'npm install -g fileshare@0.1.0',
  ])('is refused as %s', (command) => {
    expect(command.match(fetchesByName)).toHaveLength(1);
  });

  it.each([
    'npm install -g ./fileshare-0.1.0.tgz',
    'npm install ./fileshare-0.1.0.tgz && fileshare login URL',
    'npm pack # then run fileshare',
    'npx vitest run',
  ])('is taken as %s', (command) => {
    expect(command).not.toMatch(fetchesByName);
  });
});
