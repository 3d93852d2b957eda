/**
 * The actions on one share. Every endpoint that works on a share names one of these as its `access`;
 * `daemon/features/shares/policy.ts` decides which callers may perform it.
 *
 * - `share:view` read what a visitor sees, list files
 * - `share:download` download files
 * - `share:upload` send files to a draft, or to a share that files are being added to, and complete it
 * - `share:append` get an upload token, to continue a draft or to add files to a published share
 * - `share:edit` change the share's details and the people who can open it
 * - `share:remove-file` remove single files from it
 * - `share:remove` discard a draft or remove a completed share
 * - `share:manage` see everything the owner sees
 */
export const shareActions = [
  'share:view',
  'share:download',
  'share:upload',
  'share:append',
  'share:edit',
  'share:remove-file',
  'share:remove',
  'share:manage',
] as const;

export type ShareAction = (typeof shareActions)[number];

export function isShareAction(access: string): access is ShareAction {
  return access.startsWith('share:');
}
