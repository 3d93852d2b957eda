import { openAddition } from '../../uploading/open-upload.ts';

type Upload = ReturnType<typeof openAddition>;

const uploads = new Map<string, Upload>();

/** The upload of this tab into a share; it goes on while the share's details are closed. */
export function additionTo(shareId: string): Upload {
  const known = uploads.get(shareId);
  if (known) return known;
  const opened = openAddition(shareId);
  uploads.set(shareId, opened);
  return opened;
}
