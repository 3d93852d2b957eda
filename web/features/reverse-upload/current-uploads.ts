import { type OpenUpload, openUpload } from '../../uploading/open-upload.ts';
import { forgetInvitation } from './known-invitation.ts';

const uploads = new Map<string, OpenUpload>();

/** The upload of this tab to a reverse share. */
export function uploadFor(token: string): OpenUpload {
  const upload = uploads.get(token) ?? openUpload(`fileshare.upload.${token}`, () => forgetInvitation(token));
  uploads.set(token, upload);
  return upload;
}
