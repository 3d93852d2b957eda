import { expect, it } from 'vitest';
import { explainSkipped } from './missing-programs.ts';

const sources: Readonly<Record<string, string>> = {
  's3.test.ts': 'describe.skipIf(!hasS3Server)',
  'servers.test.ts': 'describe.skipIf(!hasS3Server || findPostgres() === null)',
  'linux.test.ts': "it.runIf(process.platform === 'linux')",
};
const files = Object.keys(sources);

function explain(skipped: readonly string[], isInstalled: boolean): string[] {
  const among = [
    { name: 'Ceph', word: 'hasS3Server', isInstalled: () => isInstalled, install: 'apt install radosgw' },
    { name: 'PostgreSQL', word: 'findPostgres', isInstalled: () => true, install: 'apt install postgresql' },
  ];
  return explainSkipped(skipped, { among, read: (file) => sources[file] ?? '' });
}

it('says which tests were skipped, and how to run them', () => {
  expect(explain(files, false)).toEqual([
    'skipped without Ceph: s3.test.ts, servers.test.ts (apt install radosgw)',
  ]);
});

it('says nothing of what is installed, and nothing when nothing was skipped', () => {
  expect(explain(files, true)).toEqual([]);
  expect(explain([], false)).toEqual([]);
});
