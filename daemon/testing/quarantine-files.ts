import type { TestApp } from './start-app.ts';

/** Finds malware in all files of a share, without a scanner. */
export async function quarantineFiles(app: TestApp, shareId: string): Promise<void> {
  const { database } = app.app.core;
  const share = database.reader('shares').where({ id: shareId }).select('key');
  await database
    .writer('files')
    .whereIn('share_key', share)
    .update({ scan_state: 'infected', scan_note: 'Eicar-Test-Signature', scan_at: Date.now() });
}
