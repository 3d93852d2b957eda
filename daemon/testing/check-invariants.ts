import type { App } from '../app.ts';

interface ShareRow {
  key: string;
  size: number;
  file_count: number;
  reserved_size: number;
  reserved_count: number;
}

interface SumRow {
  share_key: string;
  bytes: number;
  count: number;
}

/**
 * What must hold whenever no request is running: every file of a share that can be opened has its bytes (I1),
 * reservations equal the unfinished uploads (I3), counters equal their rows (I4). Answers what does not hold.
 */
export async function findViolations({ core, blobs }: Pick<App, 'core' | 'blobs'>): Promise<string[]> {
  const q = core.database.reader;
  const files: { id: string; size: number; pack_id: string | null; pack_offset: number }[] = await q('files')
    .join('shares', 'shares.key', 'files.share_key')
    .whereNotIn('shares.state', ['removed', 'expired'])
    .select('files.id', 'files.size', 'pack_id', 'pack_offset');
  const violations: string[] = [];
  for (const file of files) {
    const blob = await blobs.stat(file.pack_id ?? file.id);
    const isThere = file.pack_id
      ? (blob?.size ?? 0) >= file.pack_offset + file.size
      : blob?.size === file.size;
    if (!isThere) violations.push(`file ${file.id} has ${blob?.size ?? 'no'} bytes, not ${file.size}`);
  }
  const unfinished = sums(
    await q.raw(
      "select share_key, sum(content_size) as bytes, sum(file_count) as count from uploads where state = 'receiving' group by 1",
    ),
  );
  const committed = sums(
    await q.raw('select share_key, sum(size) as bytes, count(*) as count from files group by 1'),
  );
  const shares: ShareRow[] = await q('shares')
    .whereNull('purged_at')
    .whereNotIn('state', ['removed', 'expired']);
  for (const share of shares) {
    const reserved = unfinished.get(share.key) ?? { bytes: 0, count: 0 };
    const held = committed.get(share.key) ?? { bytes: 0, count: 0 };
    if (share.reserved_size !== reserved.bytes || share.reserved_count !== reserved.count) {
      violations.push(`share ${share.key} reserves ${share.reserved_size} bytes for ${reserved.bytes}`);
    }
    if (share.size !== held.bytes || share.file_count !== held.count) {
      violations.push(`share ${share.key} counts ${share.file_count} files for ${held.count}`);
    }
  }
  return violations;
}

function sums(rows: readonly SumRow[]): Map<string, { bytes: number; count: number }> {
  return new Map(rows.map(({ share_key, bytes, count }) => [share_key, { bytes, count }]));
}
