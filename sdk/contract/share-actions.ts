/**
 * What can be done with one share. Every endpoint that touches a share names one of these as its `access`;
 * `daemon/features/shares/policy.ts` says who may.
 *
 * - `share:view` read what a visitor sees, list files
 * - `share:download` take the bytes of files
 * - `share:upload` add files to a draft and complete it
 * - `share:remove` discard a draft or remove a completed share
 * - `share:manage` see everything the owner sees
 */
export const shareActions = [
  'share:view',
  'share:download',
  'share:upload',
  'share:remove',
  'share:manage',
] as const;

export type ShareAction = (typeof shareActions)[number];

export function isShareAction(access: string): access is ShareAction {
  return access.startsWith('share:');
}
