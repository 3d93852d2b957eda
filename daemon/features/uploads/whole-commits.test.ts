import { expect, it } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import type { ShareKey } from '#sdk/contract/formats/primitives.js';
import { newUploadId } from '../../crypto/ids.ts';
import { DatabaseUnavailable } from '../../db/dialect.ts';
import type { UploadRecord } from './types.ts';
import { createWholeFiles, type FileGroup } from './whole-files.ts';

function uploadTo(shareKey: string): UploadRecord {
  const id = newUploadId();
  return {
    id,
    shareKey: shareKey as ShareKey,
    kind: 'file',
    path: `/${id}`,
    length: 1,
    contentSize: 1,
    fileCount: 1,
    received: 0,
    state: 'receiving',
    concat: null,
    expectedSha256: null,
    isDeferred: false,
    lastModified: null,
    replaces: false,
    createdAt: 0,
    activeAt: 0,
  };
}

const unknown = new Error('statement completion unknown');

it.each([
  ['the answer to a commit is lost', new DatabaseUnavailable(new Error('the connection was lost')), unknown],
  ['a commit fails in a way nobody knows', unknown, new Error('UNIQUE constraint failed: files.id')],
  ['the second commit finds the files of the first', unknown, new AppError('file_exists', { path: '/a' })],
])('keeps the bytes of all shares when %s', async (_name, failure, refusal) => {
  const blobs = new Set<string>();
  const rows = new Map<string, string>();
  const wholeFiles = createWholeFiles({
    blobs: {
      put: async (id) => void blobs.add(id),
      remove: async (id) => void blobs.delete(id),
    },
    // The first file is stored alone; the others gather, and only the answer to their commit is lost.
    async commit(groups: readonly FileGroup[]) {
      const found = groups.flatMap(({ pack, files }) =>
        files.map(({ upload }) => ({ id: upload.id, blobId: pack?.id ?? upload.id })),
      );
      if (found.some(({ id }) => rows.has(id))) throw refusal;
      for (const { id, blobId } of found) rows.set(id, blobId);
      if (groups.length > 1) throw failure;
    },
  });
  const all = ['1', '1', '1', '2', '2'].map((key) => wholeFiles.add(uploadTo(key), Buffer.from('x')));
  const results = await Promise.allSettled(all);
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'rejected',
    'rejected',
  ]);
  expect([...rows.values()].filter((id) => !blobs.has(id))).toEqual([]);
});
