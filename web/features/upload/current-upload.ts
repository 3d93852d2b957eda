import { newShareJournal, openUpload } from '../../uploading/open-upload.ts';

/** The upload of this tab to a share of one's own. */
export const currentUpload = openUpload(newShareJournal);
