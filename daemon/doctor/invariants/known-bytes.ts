import type { Database } from '../../db/connection.ts';
import type { DoctorContext, Invariant, Violation } from '../types.ts';

const day = 86_400_000;
const pageSize = 500;

/** I2: no blob and no staged file without a row is older than a day. A younger one may be about to get its row. */
export const knownBytes: Invariant = {
  id: 'I2',

  async *pages(context) {
    yield* inPages(listOld(context));
  },

  async examine({ database, blobs, staging }, keys) {
    const known = await findKnown(database, keys.map(nameOf));
    const violations: Violation[] = [];
    for (const key of keys.filter((candidate) => !known.has(nameOf(candidate)))) {
      const size = isStaged(key)
        ? await staging.size(nameOf(key))
        : ((await blobs.stat(nameOf(key)))?.size ?? null);
      if (size !== null) violations.push({ key, code: 'bytes_unknown', params: { name: key, size } });
    }
    return violations;
  },

  async repair({ database, blobs, staging }, keys) {
    for (const key of keys) {
      const name = nameOf(key);
      // Each is checked again by itself, because its row may have been inserted since.
      if ((await findKnown(database, [name])).has(name)) continue;
      if (isStaged(key)) await staging.setAside(name);
      else await blobs.setAside(name);
    }
  },
};

const nameOf = (key: string) => key.slice(key.indexOf('/') + 1);
const isStaged = (key: string) => key.startsWith('staging/');

async function findKnown({ reader }: Database, ids: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>();
  const learn = (rows: { id: string }[]) => {
    for (const row of rows) known.add(row.id);
  };
  // In this order: an upload becomes files in one step, and must be seen as one or the other.
  learn(
    await reader('uploads')
      .whereIn('id', ids)
      // The parts of a final upload are there until it has their bytes.
      .whereRaw("(state = 'receiving' or final_id in (select id from uploads where state = 'receiving'))")
      .select('id'),
  );
  learn(await reader('files').whereIn('id', ids).whereNull('pack_id').select('id'));
  learn(await reader('files').whereIn('pack_id', ids).distinct({ id: 'pack_id' }));
  learn(await reader('archives').whereIn('blob_id', ids).select({ id: 'blob_id' }));
  // After the files: a removed one is in one or the other.
  learn(await reader('blob_removals').whereIn('blob_id', ids).select({ id: 'blob_id' }));
  return known;
}

async function* listOld({ blobs, staging, clock }: DoctorContext): AsyncGenerator<string> {
  const before = clock.now() - day;
  for await (const staged of staging.list()) {
    if (staged.modified.getTime() < before) yield `staging/${staged.id}`;
  }
  for await (const blob of blobs.list()) {
    if (blob.modified.getTime() < before) yield `blobs/${blob.id}`;
  }
}

async function* inPages(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let page: string[] = [];
  for await (const key of keys) {
    page.push(key);
    if (page.length < pageSize) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
