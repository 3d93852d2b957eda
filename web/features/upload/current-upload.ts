import { newShareJournal, openUpload } from '../../uploading/open-upload.ts';

/** The upload of this tab to an own new share. */
export const currentUpload = openUpload(newShareJournal);
