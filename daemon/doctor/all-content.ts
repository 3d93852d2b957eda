import type { CheckReport, Finding } from '#sdk/contract/host/doctor.js';
import type { Database } from '../db/connection.ts';
import {
  contentColumns,
  isIntact,
  markDamaged,
  openStates,
  type StoredFileRow,
  unmarkDamaged,
} from './content.ts';
import type { DoctorOptions } from './examination.ts';
import { pagesOf } from './pages.ts';
import type { DoctorContext } from './types.ts';

const maxFindings = 100;

/** Reports files that are known to be damaged and, on request, checks that all others are unchanged. */
export async function examineContent(
  context: DoctorContext,
  { fix, deep }: DoctorOptions,
): Promise<Omit<CheckReport, 'id'>> {
  if (fix) await unmarkDamaged(context);
  // Before those that are wrong are marked, so that none is reported twice.
  const damaged = await findDamaged(context);
  const wrong = deep ? await findWrong(context, fix) : { count: 0, findings: [] };
  const count = wrong.count + damaged.count;
  const findings = [...wrong.findings, ...damaged.findings].slice(0, maxFindings);
  if (count === 0) return { status: 'ok', count, findings };
  return { status: wrong.count === 0 ? 'warning' : fix ? 'repaired' : 'problem', count, findings };
}

interface Found {
  /** Number of files; only the first have a finding. */
  count: number;
  findings: Finding[];
}

/** A file with the link of its share. */
interface NamedRow extends StoredFileRow {
  share: string;
}

const namedColumns = [...contentColumns.map((column) => `files.${column}`), { share: 'shares.id' }];

function nameOf({ blobs }: DoctorContext, { id, path, share, pack_id }: NamedRow): Finding['params'] {
  const blob = pack_id ?? id;
  return { share, path, file: id, blob: blobs.localPath?.(blob) ?? blob };
}

async function findDamaged(context: DoctorContext): Promise<Found> {
  const marked = () => filesOf(context.database.reader).whereNotNull('damaged_at');
  const rows: NamedRow[] = await marked()
    .orderBy(['shares.id', 'files.path'])
    .limit(maxFindings)
    .select(namedColumns);
  const [counted]: { total: number }[] = await marked().count({ total: '*' });
  return {
    count: counted?.total ?? 0,
    findings: rows.map((row) => ({ code: 'content_damaged', params: nameOf(context, row) })),
  };
}

const filesOf = (q: Database['reader']) => q('files').join('shares', 'shares.key', 'files.share_key');

async function findWrong(context: DoctorContext, marks: boolean): Promise<Found> {
  const { reader } = context.database;
  const findings: Finding[] = [];
  let count = 0;
  for await (const ids of pagesOf(reader, { table: 'files', column: 'id', size: 100 })) {
    const rows: NamedRow[] = await filesOf(reader)
      .whereIn('files.id', ids)
      .whereIn('shares.state', openStates)
      .whereNull('damaged_at')
      .select(namedColumns);
    for (const row of rows) {
      // A file that was deleted since is not a problem.
      if ((await isIntact(context, row)) || !(await isThere(context, row.id))) continue;
      count += 1;
      if (findings.length < maxFindings) {
        findings.push({ code: 'content_wrong', params: nameOf(context, row) });
      }
      if (marks) await markDamaged(context, row.id);
    }
  }
  return { count, findings };
}

async function isThere({ database }: DoctorContext, id: string): Promise<boolean> {
  const row: unknown = await filesOf(database.reader)
    .where('files.id', id)
    .whereIn('shares.state', openStates)
    .first('files.id');
  return row !== undefined;
}
