import { expect, it } from 'vitest';
import { type ImportReport, importKinds } from '#sdk/contract/host/imports.js';
import { testContext } from '../../testing/context.ts';
import { describeImport, exitOfImport } from './report.ts';

const counts = Object.fromEntries(
  importKinds.map((kind) => [kind, { found: 1, imported: 1, present: 0, left: 0 }]),
) as ImportReport['counts'];

const report: ImportReport = {
  program: 'pingvin',
  version: 'Pingvin Share 1.13',
  isDryRun: false,
  counts,
  bytes: { found: 3000, imported: 3000 },
  storage: {
    linked: { files: 1200, bytes: 2000 },
    copied: { files: 1, bytes: 1000 },
    missingBytes: 0,
  },
  findings: [],
  doctor: null,
};
const dry: ImportReport = { ...report, isDryRun: true };
const short: ImportReport = { ...dry, storage: { ...report.storage, missingBytes: 5_000_000 } };

it.each([
  [report, 'Files linked: 1,200 (2 kB). Files copied: 1 (1 kB).'],
  [dry, 'Files to link: 1,200 (2 kB). Files to copy: 1 (1 kB).'],
  [short, 'There is not enough storage for the files: 5 MB are missing.'],
])('says how files are stored', (given, line) => {
  expect(describeImport(given, testContext().context)).toContain(line);
});

it('ends a dry run like the import that it announces', () => {
  const lost: ImportReport = { ...dry, findings: [{ code: 'file_missing', name: 'a' }] };
  expect([dry, lost, short].map(exitOfImport)).toEqual(['ok', 'integrity', 'limit']);
});
