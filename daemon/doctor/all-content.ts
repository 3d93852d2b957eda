import type { CheckReport, Finding } from '#sdk/contract/host/doctor.js';
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
  const wrong = deep ? await findWrong(context, fix) : { count: 0, findings: [] };
  const damaged = await countDamaged(context);
  const findings = [...wrong.findings];
  if (damaged > 0) findings.push({ code: 'files_damaged', params: { count: damaged } });
  const count = wrong.count + (damaged > 0 ? 1 : 0);
  if (count === 0) return { status: 'ok', count, findings };
  return { status: wrong.count === 0 ? 'warning' : fix ? 'repaired' : 'problem', count, findings };
}

async function findWrong(
  context: DoctorContext,
  marks: boolean,
): Promise<{ count: number; findings: Finding[] }> {
  const { reader } = context.database;
  const findings: Finding[] = [];
  let count = 0;
  for await (const ids of pagesOf(reader, { table: 'files', column: 'id', size: 100 })) {
    const rows: StoredFileRow[] = await reader('files')
      .join('shares', 'shares.key', 'files.share_key')
      .whereIn('files.id', ids)
      .whereIn('shares.state', openStates)
      .whereNull('damaged_at')
      .select(contentColumns.map((column) => `files.${column}`));
    for (const row of rows) {
      // A file that was deleted since is not a problem.
      if ((await isIntact(context, row)) || !(await isThere(context, row.id))) continue;
      count += 1;
      if (findings.length < maxFindings) {
        findings.push({ code: 'content_wrong', params: { path: row.path, file: row.id } });
      }
      if (marks) await markDamaged(context, row.id);
    }
  }
  return { count, findings };
}

async function isThere({ database }: DoctorContext, id: string): Promise<boolean> {
  const row: unknown = await database
    .reader('files')
    .join('shares', 'shares.key', 'files.share_key')
    .where('files.id', id)
    .whereIn('shares.state', openStates)
    .first('files.id');
  return row !== undefined;
}

async function countDamaged({ database }: DoctorContext): Promise<number> {
  const rows: { total: number }[] = await database
    .reader('files')
    .whereNotNull('damaged_at')
    .count({ total: '*' });
  return rows[0]?.total ?? 0;
}
