import type { UploadTask } from '#sdk/browser.js';
import { readPublicValue } from '#sdk/contract/config/public.js';
import { AppError, type ErrorCode } from '#sdk/contract/errors.js';
import { client } from '../../lib/sdk.ts';
import type { PickedFiles } from '../picked-files.ts';
import { hasStill, stillOf } from './stills.ts';

/** Stills of one upload; the server draws each again. */
export const mostStills = 100;

/** After another error there is no use in sending the others. */
const errorsOfOneFile: readonly ErrorCode[] = [
  'file_not_found',
  'thumbnail_not_accepted',
  'thumbnail_unreadable',
];

/**
 * Makes thumbnails of what only this browser can draw while the files are sent, and sends them after the last byte, so
 * that nothing waits for them. Their failures are nobody's concern. Resolves when there is nothing left to do.
 */
export async function sendStills(
  { finished }: Pick<UploadTask, 'finished'>,
  files: PickedFiles,
): Promise<void> {
  const drawn = [...files].filter(([, file]) => hasStill(file)).slice(0, mostStills);
  if (drawn.length === 0) return;
  let isOver = false;
  finished.catch(() => {
    isOver = true;
  });
  try {
    if (!(await areWanted())) return;
    const making = async () => {
      for (const [, file] of drawn) if (!isOver) await stillOf(file);
    };
    void making();
    const { share, uploadToken: token } = await finished;
    const params = { id: share.id };
    for (const [path, file] of drawn) {
      const still = await stillOf(file);
      if (still)
        await client.files
          .sendThumbnail({ params, query: { path }, file: still }, { token })
          .catch(passIfOfOneFile);
    }
  } catch {
    // The type of a file is shown in place of its thumbnail.
  }
}

async function areWanted(): Promise<boolean> {
  const variables = await client.configs.list();
  const stored = variables.find(({ key }) => key === 'share.thumbnails')?.value;
  return readPublicValue('share.thumbnails', stored);
}

function passIfOfOneFile(error: unknown): void {
  if (!(error instanceof AppError && errorsOfOneFile.includes(error.code))) throw error;
}
